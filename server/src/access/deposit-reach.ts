/** What a deposit key was given when it was created. */
export interface DepositReach {
  /** The templates from which it may create entries. */
  templates: readonly number[]
  /** The entries that it may add to, besides those that it made itself. */
  entries: readonly { type: 'experiments' | 'items'; id: number }[]
}

/** The form in which the row of a key holds it. */
export function writeReach({ templates, entries }: DepositReach): string {
  return JSON.stringify({ templates, entries: entries.map(({ type, id }) => ({ type, id })) })
}

export function readReach(text: string): DepositReach {
  return JSON.parse(text) as DepositReach
}
