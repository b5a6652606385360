export interface TourStep {
  name: 'create' | 'write' | 'find' | 'history' | 'share'
  /** The value of `data-tour` at the place it is about. */
  target: string
  keys?: string
  /** Its place is on the page of an entry. */
  needsEntry?: true
}

export const STEPS: readonly [TourStep, ...TourStep[]] = [
  { name: 'create', target: 'new', keys: 'c' },
  { name: 'write', target: 'text', needsEntry: true },
  { name: 'find', target: 'search', keys: 'mod+k' },
  { name: 'history', target: 'history', keys: 'h', needsEntry: true },
  { name: 'share', target: 'share', needsEntry: true },
]
