import { HEALTH_WORDS } from '@aliquot/contract/health-words'
import { REFUSALS, type RefusalCode } from '@aliquot/contract/refusals/index'
import { blanksOf } from '@aliquot/contract/refusals/sentence'
import { describe, expect, test } from 'vitest'
import { renderedMessages } from '../features/rendered-text/rendered-text.messages.ts'
import type { Catalogue } from '../i18n/catalogue.ts'
import type { Messages } from '../i18n/messages.tsx'
import { catalogues } from './index.ts'

const messageFiles = import.meta.glob<Record<string, unknown>>('../**/*.messages.ts', { eager: true })
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../languages/**', '!../**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

const english = Object.entries(messageFiles).flatMap(([path, exported]) =>
  Object.values(exported)
    .filter(isMessages)
    .map((messages) => ({ path, ...messages })),
)
const inEnglish = Object.fromEntries(english.map(({ name, english }) => [name, english]))
const loaded = await Promise.all(Object.entries(catalogues).map(async ([code, load]) => [code, await load()] as const))

test('every language is found, and every message', () => {
  expect(Object.keys(catalogues)).toContain('fr')
  expect(english.length).toBeGreaterThan(40)
  expect(english.map(({ name }) => name).sort(), 'two features have the same name').toEqual(
    Object.keys(inEnglish).sort(),
  )
})

describe.each(loaded)('%s', (_code, { messages, refusals }: Catalogue) => {
  test('has every message and no other', () => {
    expect(keysOf(messages)).toEqual(keysOf(inEnglish))
  })

  test('has every refusal, with the same blanks', () => {
    const codes = Object.keys(REFUSALS) as RefusalCode[]
    expect(Object.keys(refusals.sentences).sort()).toEqual([...codes].sort())
    const differing = codes.filter(
      (code) => `${blanksOf(refusals.sentences[code] ?? '')}` !== `${blanksOf(REFUSALS[code])}`,
    )
    expect(differing).toEqual([])
  })

  test('tells what the checks of the service find with the same blanks', () => {
    const { found } = messages.health as { found: Record<string, string> }
    const differing = Object.entries(HEALTH_WORDS).filter(
      ([code, sentence]) => `${blanksOf(found[code] ?? '')}` !== `${blanksOf(sentence)}`,
    )
    expect(differing).toEqual([])
  })
})

/** Chosen by a name in data: `names[subject]`. The editor has all messages of rendered text, which are counted there. */
const CHOSEN_BY_NAME = ['auditSubject', 'entryOfType', 'entryType', 'place']

test('the code uses every message', () => {
  const code = Object.entries(sources).filter(([path]) => !path.endsWith('.messages.ts'))
  const unused = english
    .filter(({ name }) => !CHOSEN_BY_NAME.includes(name))
    .flatMap(({ path, name, english }) => {
      const [file = '', part = ''] = [path.split('/').at(-1), /^\.\.\/(?:features\/)?[^/]+\//.exec(path)?.[0]]
      const users = code.filter(([at, text]) => at.startsWith(part) || text.includes(`/${file}'`))
      const isUsed = (key: string) => users.some(([, text]) => new RegExp(`\\b${key}\\b`).test(text))
      const own = Object.keys(english as object).filter(
        (key) => name !== 'editor' || !(key in renderedMessages.english),
      )
      return own.flatMap((key) => (isUsed(key) ? [] : [`${name}.${key}`]))
    })
  expect(unused).toEqual([])
})

function isMessages(value: unknown): value is Messages<unknown> {
  return typeof value === 'object' && value !== null && 'name' in value && 'english' in value
}

/** `entry.types.text`, for each message. */
function keysOf(words: unknown, above = ''): string[] {
  if (typeof words !== 'object' || words === null) return [above]
  return Object.entries(words)
    .flatMap(([key, value]) => keysOf(value, above === '' ? key : `${above}.${key}`))
    .sort()
}
