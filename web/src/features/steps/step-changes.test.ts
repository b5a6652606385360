import type { Step } from '@aliquot/contract/steps'
import { expect, test } from 'vitest'
import { droppedOrder, linesOf, movedOrder, type StepChange, showChanges, withNumber } from './step-changes.ts'

function step(id: number, changes: Partial<Step> = {}): Step {
  const none = { finished_time: null, deadline: null, deadline_notif: 0 as const }
  return { id, item_id: 1, body: `Step ${id}`, ordering: id, finished: 0, is_immutable: 0, ...none, ...changes }
}

const at = { key: 'k', at: 0 }

test('what is not sent yet is shown as it will be', () => {
  const stored = [step(1, { deadline: '2026-03-02 10:00:00', deadline_notif: 1 }), step(2)]
  const shown = showChanges(stored, [
    { ...at, do: 'finish', step: 1, finished: 1 },
    { ...at, do: 'add', step: 'new', body: 'Weigh' },
    { ...at, do: 'rename', step: 'new', body: 'Weigh twice' },
    { ...at, do: 'order', order: ['new', 1] },
  ])
  expect(shown).toMatchObject([
    { ref: 'new', body: 'Weigh twice', finished: 0, isUnsent: true },
    { ref: 1, finished: 1, deadline: null, deadline_notif: 0, isUnsent: true },
    { ref: 2, isUnsent: false },
  ])
})

test('a step that has arrived is shown once', () => {
  const add: StepChange = { ...at, do: 'add', step: 'new', body: 'Weigh' }
  const sent = withNumber(add, 'new', 7)
  expect(showChanges([step(7)], [sent]).map(({ ref }) => ref)).toEqual([7])
  expect(showChanges([], [sent]).map(({ ref }) => ref)).toEqual([7])
  expect(withNumber({ ...at, do: 'order', order: [1, 'new'] }, 'new', 7)).toMatchObject({ order: [1, 7] })
  expect(withNumber({ ...at, do: 'finish', step: 'new', finished: 1 }, 'new', 7)).toMatchObject({ step: 7 })
})

test('a step moves past fixed ones, which keep their places', () => {
  const steps = showChanges([step(1), step(2, { is_immutable: 1 }), step(3)], [])
  expect(movedOrder(steps, 1, 1, true)).toEqual([3, 2, 1])
  expect(movedOrder(steps, 1, 1, false)).toEqual([2, 1, 3])
  expect(movedOrder(steps, 2, 1, true)).toBeUndefined()
  expect(movedOrder(steps, 3, 1, true)).toBeUndefined()
  expect(movedOrder(steps, 1, -1, false)).toBeUndefined()

  const more = showChanges([step(1), step(2, { is_immutable: 1 }), step(3), step(4)], [])
  expect(droppedOrder(more, 4, 1, true)).toEqual([4, 2, 1, 3])
  expect(droppedOrder(more, 1, 4, true)).toEqual([3, 2, 4, 1])
  expect(droppedOrder(more, 1, 2, true)).toBeUndefined()
  expect(droppedOrder(more, 2, 1, true)).toBeUndefined()
  expect(droppedOrder(more, 3, 3, true)).toBeUndefined()
})

test('pasted lines lose the marks of their list', () => {
  expect(linesOf('- Weigh 5 g\r\n2) Dissolve\n\n  [x] 3. is no mark here\n0.5 mL buffer')).toEqual([
    'Weigh 5 g',
    'Dissolve',
    '3. is no mark here',
    '0.5 mL buffer',
  ])
})
