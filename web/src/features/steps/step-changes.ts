import type { Step } from '@aliquot/contract/steps'
import type { Unsent } from '../../sync/outbox.ts'

/** The id of a step; an unsent one is identified by the key of its add. */
export type StepRef = number | string

interface ToOneStep extends Unsent {
  step: StepRef
}

/** An unsent change of the steps of an entry. */
export type StepChange =
  | (ToOneStep & { do: 'add'; body: string })
  /** `seen`: the words that the person saw. `tried`: the version of the step for which it was sent. */
  | (ToOneStep & { do: 'rename'; body: string; seen?: string; tried?: string })
  | (ToOneStep & { do: 'finish'; finished: 0 | 1 })
  | (ToOneStep & { do: 'deadline'; deadline: string | null })
  | (ToOneStep & { do: 'remind'; remind: 0 | 1 })
  | (ToOneStep & { do: 'fix'; fixed: 0 | 1 })
  | (Unsent & { do: 'fixAll'; fixed: 0 | 1 })
  /** `tried`: the order of all steps with which it was sent. */
  | (Unsent & { do: 'order'; order: readonly StepRef[]; tried?: readonly number[] })

export type ShownStep = Omit<Step, 'id' | 'item_id' | 'ordering'> & {
  ref: StepRef
  /** What it shows is not saved yet. */
  isUnsent: boolean
}

/** The steps with the unsent changes. */
export function showChanges(stored: readonly Step[], changes: readonly StepChange[]): ShownStep[] {
  let steps = stored.map(({ id, ...step }): ShownStep => ({ ...step, ref: id, isUnsent: false }))
  for (const change of changes) steps = showChange(steps, change)
  return steps
}

function showChange(steps: ShownStep[], change: StepChange): ShownStep[] {
  if (change.do === 'order') return inOrder(steps, change.order)
  if (change.do === 'fixAll') return steps.map((step) => ({ ...step, is_immutable: change.fixed, isUnsent: true }))
  if (change.do === 'add') {
    // It may have arrived already, and be in the list.
    const isThere = steps.some(({ ref }) => ref === change.step)
    return isThere ? steps : [...steps, { ...NEW, body: change.body, ref: change.step }]
  }
  return steps.map((step) => (step.ref === change.step ? { ...step, ...effectOf(change), isUnsent: true } : step))
}

const NEW = {
  finished: 0,
  finished_time: null,
  deadline: null,
  deadline_notif: 0,
  is_immutable: 0,
  isUnsent: true,
} as const

function effectOf(change: Exclude<StepChange, { do: 'add' | 'order' | 'fixAll' }>): Partial<ShownStep> {
  switch (change.do) {
    case 'rename':
      return { body: change.body }
    case 'finish':
      // As the service does: a finished step has no deadline.
      return { finished: change.finished, finished_time: null, deadline: null, deadline_notif: 0 }
    case 'deadline':
      return { deadline: change.deadline }
    case 'remind':
      return { deadline_notif: change.remind }
    case 'fix':
      return { is_immutable: change.fixed }
  }
}

/** Steps that the order does not contain, because somebody else added them, come last. */
export function inOrder<T extends { ref: StepRef }>(steps: readonly T[], order: readonly StepRef[]): T[] {
  const places = new Map(order.map((ref, place) => [ref, place]))
  const placeOf = ({ ref }: T) => places.get(ref) ?? order.length
  return steps.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The order after moving a step up or down; undefined if that is impossible. Immutable steps keep their positions. */
export function movedOrder(
  steps: readonly ShownStep[],
  ref: StepRef,
  by: -1 | 1,
  keepsFixed: boolean,
): StepRef[] | undefined {
  const movable = movableOf(steps, keepsFixed)
  const onto = movable.includes(ref) ? movable[movable.indexOf(ref) + by] : undefined
  return onto === undefined ? undefined : droppedOrder(steps, ref, onto, keepsFixed)
}

/** The order after dropping a step on another one; undefined if nothing moves. */
export function droppedOrder(
  steps: readonly ShownStep[],
  ref: StepRef,
  onto: StepRef,
  keepsFixed: boolean,
): StepRef[] | undefined {
  const movable = movableOf(steps, keepsFixed)
  const [from, to] = [movable.indexOf(ref), movable.indexOf(onto)]
  if (from === -1 || to === -1 || from === to) return undefined
  const moved = movable.toSpliced(from, 1).toSpliced(to, 0, ref).values()
  return steps.map((step) => (movable.includes(step.ref) ? (moved.next().value ?? step.ref) : step.ref))
}

function movableOf(steps: readonly ShownStep[], keepsFixed: boolean): StepRef[] {
  return steps.filter(({ is_immutable }) => !(keepsFixed && is_immutable === 1)).map(({ ref }) => ref)
}

/** The same change once its step has an id. */
export function withNumber(change: StepChange, key: string, id: number): StepChange {
  if (change.do === 'fixAll') return change
  if (change.do !== 'order') return change.step === key ? { ...change, step: id } : change
  return change.order.includes(key) ? { ...change, order: change.order.map((ref) => (ref === key ? id : ref)) } : change
}

/** Pasted lines without their list markers. */
export function linesOf(pasted: string): string[] {
  return pasted
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^\s*(?:[-*•–]|\[[ x]?\]|\d{1,3}[.)])\s+/i, '').trim())
    .filter((line) => line !== '')
}
