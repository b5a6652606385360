import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Entry, Ledger, type SeenEntry, settleEntry, settleThing } from './ledger.ts'

// A drill that cannot fail says nothing: these are the losses it must notice.

const state = { title: 'Gel 4', body: '<p>Ran at 80 V.</p>', tags: ['gel', 'assay'] }
const seen: SeenEntry = { title: 'Gel 4', body: '<p>Ran at 80 V.</p>', tags: 'assay|gel', comments: [] }

function anEntry(more: Partial<Entry> = {}): Entry {
  return { id: 7, type: 'experiments', writer: 0, state, comments: new Map(), touched: true, ...more }
}

test('an entry as acknowledged is fine, in whatever order its tags come', () => {
  expect(settleEntry(anEntry(), seen)).toEqual([])
})

test.each([
  ['title', { title: 'Gel 3' }],
  ['body', { body: '<p>Ran at 80 V.' }],
  ['body that is gone', { body: null }],
  ['tag that is gone', { tags: 'gel' }],
  ['tag too many', { tags: 'assay|gel|x' }],
])('another %s than acknowledged is told', (_, difference) => {
  expect(settleEntry(anEntry(), { ...seen, ...difference })).toHaveLength(1)
})

test('a write that was never answered may have happened, wholly or not at all', () => {
  const maybe = { ...state, title: 'Gel 5', body: '<p>Again.</p>' }
  expect(settleEntry(anEntry({ maybe }), seen)).toEqual([])
  expect(settleEntry(anEntry({ maybe }), { ...seen, title: maybe.title, body: maybe.body })).toEqual([])
  expect(settleEntry(anEntry({ maybe }), { ...seen, title: maybe.title })).toHaveLength(1)
})

test('what an unanswered write turned out to have done must stay', () => {
  const entry = anEntry({ maybe: { ...state, title: 'Gel 5' } })
  settleEntry(entry, { ...seen, title: 'Gel 5' })
  expect(settleEntry(entry, seen)).toHaveLength(1)
})

test('a comment that is missing, different, back again or there twice is told', () => {
  const entry = () => anEntry({ comments: new Map([[3, { id: 3, writer: 0, text: 'Good' }]]) })
  const deleted = anEntry({ comments: new Map([[3, { id: 3, writer: 0, text: null }]]) })
  expect(settleEntry(entry(), { ...seen, comments: [{ id: 3, comment: 'Good' }] })).toEqual([])
  expect(settleEntry(entry(), seen)).toHaveLength(1)
  expect(settleEntry(entry(), { ...seen, comments: [{ id: 3, comment: 'Bad' }] })).toHaveLength(1)
  expect(settleEntry(deleted, { ...seen, comments: [{ id: 3, comment: 'Good' }] })).toHaveLength(1)
  const twice = [3, 4].map((id) => ({ id, comment: 'Good' }))
  expect(settleEntry(entry(), { ...seen, comments: twice })).toHaveLength(1)
})

test('a thing with another name, one that is gone and one that is back again are told', () => {
  const thing = (name: string | null, maybe?: string | null) => ({
    ...{ path: 'views/3', writer: 0, touched: true, name },
    ...(maybe !== undefined && { maybe }),
  })
  expect(settleThing(thing('Gels'), 'Gels')).toEqual([])
  expect(settleThing(thing('Gels'), 'Assays')).toHaveLength(1)
  expect(settleThing(thing('Gels'), null)).toHaveLength(1)
  expect(settleThing(thing(null), 'Gels')).toHaveLength(1)
  const renamed = thing('Gels', 'Assays')
  expect(settleThing(renamed, 'Assays')).toEqual([])
  expect(settleThing(renamed, 'Gels')).toHaveLength(1)
  expect(settleThing(thing('Gels', null), null)).toEqual([])
})

test('a create counts as acknowledged once, however often it is sent', async () => {
  const file = join(tmpdir(), `aliquot-ledger-${process.pid}.jsonl`)
  const ledger = new Ledger(file)
  onTestFinished(async () => {
    await ledger.close()
    rmSync(file, { force: true })
  })
  const key = ledger.nextKey()
  const ids: number[] = []
  ledger.open({ key, credential: 'k', path: 'experiments', body: {}, done: (id) => ids.push(id) })
  ledger.acknowledgeCreate(key, 5)
  ledger.acknowledgeCreate(key, 5)
  expect(ids).toEqual([5])
  expect(ledger.acknowledged).toBe(1)
})
