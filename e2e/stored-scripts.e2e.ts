import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { freshNotebook, IS_THOROUGH, type Notebook, type Person, visit } from './harness.ts'
import { untilQuiet } from './quiet.ts'
import { PAYLOADS } from './script-payloads.ts'

/** The number of pages that read in parallel. */
const READERS = 3
/** Payloads per Markdown text, and per entry otherwise. */
const AT_ONCE = IS_THOROUGH ? 3 : 9
const IN_ONE = IS_THOROUGH ? 1 : 3
/** The history of one in this many entries is opened: all have the same kinds of changes. */
const PAST_OF = IS_THOROUGH ? 1 : 4
const FIELD_TYPES = ['text', 'number', 'date', 'select', 'checkbox', 'url', 'email', 'radio', 'time', 'something']
/** A missing picture is requested from this server. */
const EXPECTED = /status of 404/

interface Stored {
  id: number
  /** A comment that only this entry shows. */
  comment: number
}

test('there are enough payloads to mean something', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60)
})

test('stored scripts stay text on every screen', async () => {
  const notebook = await freshNotebook()
  const villain: Person = { firstname: nameWith(payload(12)), lastname: nameWith(payload(0)), email: 'ada@example.org' }
  const cookie = await notebook.setUp(villain, payload(13))
  const entries = await store(notebook, cookie)
  const open = async () => visit(notebook, { as: villain, expected: EXPECTED })
  const pages = await Promise.all(Array.from({ length: READERS }, open))

  const left = [...entries]
  await Promise.all(
    pages.map(async (page) => {
      await page.goto('/experiments')
      for (let entry = left.pop(); entry !== undefined; entry = left.pop()) await readEntry(page, entry)
    }),
  )
  const page = await open()
  const screens = await readScreens(page)
  const palettes = await findInPalette(page)
  console.log(
    `Stored scripts: ${PAYLOADS.length} payloads, ${entries.length} entries with text and print, every ${PAST_OF}. with its history, ` +
      `${screens} other screens, ${palettes} results in the palette`,
  )
  expect(palettes).toBeGreaterThan(3)
}, 600_000)

function payload(number: number): string {
  return oneLine(PAYLOADS[number] ?? '')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** The service removes tags from names, and refuses an empty one. */
function nameWith(text: string): string {
  return `Mallory ${oneLine(text)}`
}

/** Stores each payload in every place for text. Returns the entries. */
async function store(notebook: Notebook, cookie: string): Promise<Stored[]> {
  const entries: Stored[] = []
  for (const [number, text] of PAYLOADS.entries()) {
    const together = number % IN_ONE === 0 ? PAYLOADS.slice(number, number + IN_ONE) : []
    const fields = { title: oneLine(text), body: together.join('') }
    if (together.length > 0) entries.push(await storeEntry(notebook, cookie, together, fields))
    else await notebook.experiment(cookie, { title: oneLine(text) })
    await notebook.call(cookie, 'POST', '/apikeys', { name: oneLine(text) })
    await notebook.call(cookie, 'POST', '/teams', { name: oneLine(text) })
    await notebook.call(cookie, 'POST', '/users', {
      firstname: nameWith(text),
      lastname: nameWith(text),
      email: `villain${number}@example.org`,
    })
  }
  for (let start = 0; start < PAYLOADS.length; start += AT_ONCE) {
    const body = PAYLOADS.slice(start, start + AT_ONCE).join('\n\n')
    entries.push(await storeEntry(notebook, cookie, [payload(start)], { title: payload(start), body, content_type: 2 }))
  }
  // Some of them in the archive and the trash.
  for (const [index, action] of ['archive', 'destroy'].entries()) {
    const id = await notebook.experiment(cookie, { title: payload(index) })
    const [method, body] = action === 'destroy' ? ['DELETE', undefined] : ['PATCH', { action }]
    await notebook.call(cookie, method as string, `/experiments/${id}`, body)
  }
  return entries
}

async function storeEntry(
  notebook: Notebook,
  cookie: string,
  texts: readonly string[],
  fields: object,
): Promise<Stored> {
  const id = await notebook.experiment(cookie, {
    body: `before ${texts.join('')}`,
    tags: texts.map((text) => oneLine(text).replaceAll('|', ' ')),
  })
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, {
    ...fields,
    metadata: {
      extra_fields: Object.fromEntries(texts.flatMap((text, index) => fieldsWith(text, index + 1))),
      elabftw: { extra_fields_groups: texts.map((name, index) => ({ id: index + 1, name })) },
    },
  })
  let comment = 0
  for (const text of texts) {
    comment = (await notebook.call(cookie, 'POST', `/experiments/${id}/comments`, { comment: text })).id
  }
  return { id, comment }
}

function fieldsWith(text: string, group: number): [name: string, field: object][] {
  return FIELD_TYPES.map((type) => [
    `${type} ${text}`,
    { type, value: text, description: text, unit: text, units: [text], options: [text], group_id: group },
  ])
}

/** The entry, its printed form and its history. */
async function readEntry(page: Page, { id, comment }: Stored): Promise<void> {
  // By client-side navigation, because loading the whole page each time takes much longer.
  await page.evaluate(`history.pushState({}, '', '/experiments/${id}')`)
  await page.locator(`#comment-${comment}`).waitFor()
  // In the editor, or read-only if the editor would damage it.
  const text = page.getByRole('textbox', { name: 'Main text' })
  await text.or(page.getByRole('button', { name: 'Edit as HTML' })).waitFor()
  const preview = page.getByRole('button', { name: 'Preview' })
  if (await preview.isVisible()) {
    await preview.click()
    const rendered = page.getByRole('region', { name: 'Main text' })
    await rendered.waitFor()
    await rendered.locator('.mantine-Skeleton-root').waitFor({ state: 'detached' })
  }
  await page.emulateMedia({ media: 'print' })
  await page.emulateMedia({ media: 'screen' })
  if (id % PAST_OF !== 0) return
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Show changes' }).first().click()
  await page.getByRole('button', { name: 'Hide' }).first().waitFor()
}

async function readScreens(page: Page): Promise<number> {
  const paths = [
    '/',
    '/experiments',
    '/experiments?view=table',
    '/experiments?q=alert',
    `/experiments?tags=${encodeURIComponent(JSON.stringify([payload(1)]))}`,
    '/experiments?state=archived',
    '/experiments?state=deleted',
    ...['profile', 'password', 'look', 'writing', 'paper', 'sessions', 'keys'].map((section) => `/account/${section}`),
    '/team',
    ...['users', 'teams', 'audit', 'health'].map((section) => `/admin/${section}`),
  ]
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await untilQuiet(page)
    await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
  }
  return paths.length
}

async function findInPalette(page: Page): Promise<number> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('alert')
  await page
    .getByRole('option', { name: /alert\(/ })
    .first()
    .waitFor()
  return page.getByRole('option').count()
}
