import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { REFUSALS } from '@aliquot/contract/refusals/index'
import { say } from '@aliquot/contract/refusals/say'
import { expect, test } from 'vitest'
import { InvalidInput, Refusal } from '../src/errors.ts'
import { setAdmin } from '../src/features/users/users.memberships.ts'
import { testApp } from './harness.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

const ROOT = join(import.meta.dirname, '../..')
const CATALOGUE = globSync('contract/src/refusals/*.ts', { cwd: ROOT })

test('every code of the catalogue is used', () => {
  const files = globSync(['server/src/**/*.ts', 'contract/src/**/*.ts'], { cwd: ROOT })
  const sources = files.filter((file) => !file.endsWith('.test.ts') && !isOfCatalogue(file))
  const named = new Set(sources.flatMap((file) => textOf(file).match(/(?<=')[a-z_]+\.[a-z_0-9]+(?=')/g) ?? []))
  expect(Object.keys(REFUSALS).filter((code) => !named.has(code))).toEqual([])
})

test('a code begins with the name of the file that it stands in', () => {
  for (const file of CATALOGUE.filter(isOfCatalogue)) {
    const area = basename(file, '.ts').replaceAll('-', '_')
    for (const code of textOf(file).match(/(?<=^ {2}')[^']+(?=':)/gm) ?? []) expect(code.split('.')[0]).toBe(area)
  }
})

test('a refusal tells its code, the field, what is filled in, and the sentence', () => {
  expect(new InvalidInput('field.too_long', { field: 'title', most: 255 }).answer).toEqual({
    code: 400,
    message: 'title: must have at most 255 characters',
    description: '',
    reason: 'field.too_long',
    field: 'title',
    params: { most: 255 },
  })
  const said = say('field.either', { field: 'state', choices: [1, 2, 3] })
  expect(new Refusal(400, said).answer).toMatchObject({
    message: 'state: must be 1, 2 or 3',
    params: { choices: [1, 2, 3] },
  })
  expect(new Refusal(500, say('request.fault', { id: 'r-1' })).answer).toMatchObject({
    message: 'Something went wrong on our side',
    description: 'Tell your administrator the request id r-1',
  })
})

test.each([
  // Zod's own checks.
  [{}, { reason: 'field.missing', field: 'comment' }],
  [{ comment: 7 }, { reason: 'field.not_text', field: 'comment' }],
  [{ comment: '' }, { reason: 'field.empty', field: 'comment' }],
  // Refusals that our schemas name themselves.
  [{ comment: '\0' }, { reason: 'field.unstorable', field: 'comment' }],
  [{ comment: 'x'.repeat(70_000) }, { reason: 'field.too_many_bytes', field: 'comment', params: { most: 65_535 } }],
  [
    { comment: 'x', action: 'fly' },
    { reason: 'instance.not_action', field: 'action' },
  ],
])('a comment %j is refused with a code and the field', async (body, refusal) => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const reply = await as(ada).post(`experiments/${id}/comments`, body)
  expect(reply).toMatchObject({ status: 400, body: refusal })
})

test.each([
  [{ state: 9 }, { reason: 'field.either', field: 'state', params: { choices: [1, 2, 3] } }],
  [{ title: 'x'.repeat(300) }, { reason: 'field.too_long', field: 'title', params: { most: 255 } }],
  [{ moon: 1 }, { reason: 'field.unknown', field: 'moon' }],
  [{ ordering: -1 }, { reason: 'field.negative', field: 'ordering' }],
])('a change of a status %j is refused with a code and the field', async (body, refusal) => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
  const { id } = await as(ada).post('teams/current/experiments_status', { title: 'Running' })
  const reply = await as(ada).patch(`teams/current/experiments_status/${id}`, body)
  expect(reply).toMatchObject({ status: 400, body: refusal })
})

test('a query that is not understood tells the place', async () => {
  const { as, given } = await testApp()
  const reply = await as(await given.user()).get('experiments?q=locked:perhaps')
  expect(reply).toMatchObject({
    status: 400,
    body: { reason: 'query.not_yes_or_no', field: 'q', position: 8, params: { before: 'locked:', rest: 'perhaps' } },
  })
})

function isOfCatalogue(file: string): boolean {
  return CATALOGUE.includes(file) && /^export const \w+Refusals = /m.test(textOf(file))
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
