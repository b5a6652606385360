import type { Entity } from '@aliquot/contract/entities'
import type { Step } from '@aliquot/contract/steps'
import type { Upload } from '@aliquot/contract/uploads'
import { expect, test } from 'vitest'
import { planFiles, planLinks, planSteps, wantedOf } from './restore-plan.ts'

function step(id: number, more: Partial<Step> = {}): Step {
  const none = {
    ordering: id,
    finished: 0,
    finished_time: null,
    deadline: null,
    deadline_notif: 0,
    is_immutable: 0,
  } as const
  return { id, item_id: 1, body: `Step ${id}`, ...none, ...more }
}

function file(id: number, more: Partial<Upload> = {}): Upload {
  return { id, real_name: `${id}.txt`, comment: null, state: 1, ...more } as Upload
}

function record(more: Partial<Entity>): Entity {
  return { experiments_links: [], items_links: [], uploads: [], steps: [], ...more } as unknown as Entity
}

test('a list that may have been cut is not known', () => {
  const steps = Array.from({ length: 1000 }, (_, index) => step(index + 1))
  expect(wantedOf(record({ steps })).steps).toBeUndefined()
  expect(wantedOf(record({ steps: steps.slice(1) })).steps).toHaveLength(999)
  const uploads = Array.from({ length: 5000 }, (_, index) => file(index + 1))
  expect(wantedOf(record({ uploads })).uploads).toBeUndefined()
})

test('links come and go', () => {
  const [a, b, c] = [1, 2, 3].map((entityid) => ({ entityid, type: 'items' }) as Entity['items_links'][number])
  if (!a || !b || !c) throw new Error('three')
  expect(planLinks([a, b], [b, c])).toEqual({ remove: [c], add: [a] })
})

test('a deleted file comes back with the name and the comment that it had', () => {
  const then = [file(1, { comment: 'raw' }), file(2), file(3)]
  const now = [
    file(1, { state: 3, real_name: 'new.txt', comment: 'edited' }),
    file(2, { comment: 'Weighed' }),
    file(3),
    file(4),
    file(5, { state: 2 }),
  ]
  expect(planFiles(then, now)).toEqual([
    { file: now[3], change: { action: 'archive', state: 2 }, keepsComment: false },
    { file: then[0], change: { state: 1, real_name: '1.txt', comment: 'raw' }, keepsComment: false },
    { file: then[1], change: undefined, keepsComment: true },
  ])
})

test('a step that is written anew gets all that it had', () => {
  const deadline = '2026-03-02 10:00:00'
  const then = [
    step(1, { deadline, deadline_notif: 1 }),
    step(2, { finished: 1, finished_time: '2026-03-01 10:00:00' }),
    step(3, { is_immutable: 1 }),
  ]
  const plan = planSteps(then, [step(4)], true)
  expect(plan.remove.map(({ id }) => id)).toEqual([4])
  expect(plan.steps.map(({ isNew, changes }) => ({ isNew, changes }))).toEqual([
    { isNew: true, changes: [{ deadline }, { action: 'notif' }] },
    { isNew: true, changes: [{ action: 'finish' }, { finished_time: '2026-03-01 10:00:00' }] },
    { isNew: true, changes: [{ is_immutable: 1 }] },
  ])
  const [first] = planSteps(then, [step(1, { deadline: '2026-04-01 10:00:00', deadline_notif: 1 })], true).steps
  expect(first?.changes).toEqual([{ deadline }])
})

test('outside of templates all steps are fixed or none', () => {
  const fixed = (id: number) => step(id, { is_immutable: 1 })
  const facts = (then: Step[], now: Step[]) => {
    const { unlockFirst, lockLast, unfixable } = planSteps(then, now, false)
    return [unlockFirst, lockLast, unfixable.map(({ id }) => id)]
  }
  expect(facts([fixed(1), fixed(2)], [fixed(1), fixed(2)])).toEqual([false, false, []])
  expect(facts([fixed(1), fixed(2)], [fixed(1)])).toEqual([false, true, []])
  expect(facts([fixed(1), fixed(2)], [fixed(2)])).toEqual([true, true, []])
  expect(facts([step(1), step(2)], [fixed(1), fixed(2)])).toEqual([true, false, []])
  expect(facts([fixed(1), step(2)], [step(2)])).toEqual([false, false, [1]])
})
