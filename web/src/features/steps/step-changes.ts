import type { Step } from '@aliquot/contract/steps'
import type { Unsent } from '../../sync/outbox.ts'

/** A step's number; one that the service does not know yet is named by the key of what adds it. */
export type StepRef = number | string

interface ToOneStep extends Unsent {
  step: StepRef
}

/** Something done to the steps of an entry that the service does not have yet. */
export type StepChange =
  | (ToOneStep & { do: 'add'; body: string })
  /** `seen`: the words that the person had before them. `tried`: the version of the step that it was sent for. */
  | (ToOneStep & { do: 'rename'; body: string; seen?: string; tried?: string })
  | (ToOneStep & { do: 'finish'; finished: 0 | 1 })
  | (ToOneStep & { do: 'deadline'; deadline: string | null })
  | (ToOneStep & { do: 'remind'; remind: 0 | 1 })
  | (ToOneStep & { do: 'fix'; fixed: 0 | 1 })
  | (Unsent & { do: 'fixAll'; fixed: 0 | 1 })
  | (Unsent & { do: 'order'; order: readonly StepRef[] })

export type ShownStep = Omit<Step, 'id' | 'item_id' | 'ordering'> & {
  ref: StepRef
  /** What it shows is not at the service yet. */
  isUnsent: boolean
}

/** The steps as they will be. */
export function showChanges(stored: readonly Step[], changes: readonly StepChange[]): ShownStep[] {
  let steps = stored.map(({ id, ...step }): ShownStep => ({ ...step, ref: id, isUnsent: false }))
  for (const change of changes) steps = showChange(steps, change)
  return steps
}

function showChange(steps: ShownStep[], change: StepChange): ShownStep[] {
  if (change.do === 'order') return inOrder(steps, change.order)
  if (change.do === 'fixAll') return steps.map((step) => ({ ...step, is_immutable: change.fixed, isUnsent: true }))
  if (change.do === 'add') {
    // It may have arrived already, and be listed.
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
      // As the service does it: what is done has no deadline any more.
      return { finished: change.finished, finished_time: null, deadline: null, deadline_notif: 0 }
    case 'deadline':
      return { deadline: change.deadline }
    case 'remind':
      return { deadline_notif: change.remind }
    case 'fix':
      return { is_immutable: change.fixed }
  }
}

/** Those that the order does not know, since somebody else added them meanwhile, come last. */
export function inOrder<T extends { ref: StepRef }>(steps: readonly T[], order: readonly StepRef[]): T[] {
  const places = new Map(order.map((ref, place) => [ref, place]))
  const placeOf = ({ ref }: T) => places.get(ref) ?? order.length
  return steps.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The order after a step has gone up or down by one; undefined where it cannot. Fixed steps keep their places. */
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

/** The order after a step was dropped on the place of another one; undefined where nothing moves. */
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

/** The same change once the step that it adds, or speaks of, has a number. */
export function withNumber(change: StepChange, key: string, id: number): StepChange {
  if (change.do === 'fixAll') return change
  if (change.do !== 'order') return change.step === key ? { ...change, step: id } : change
  return change.order.includes(key) ? { ...change, order: change.order.map((ref) => (ref === key ? id : ref)) } : change
}

/** Lines that were pasted, without what marks them as a list. */
export function linesOf(pasted: string): string[] {
  return pasted
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^\s*(?:[-*•–]|\[[ x]?\]|\d{1,3}[.)])\s+/i, '').trim())
    .filter((line) => line !== '')
}
