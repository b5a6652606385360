/** Something stored that does not fit what the journal says. */
export interface Finding {
  /** The table of the row that is wrong, and the row's id; without an id when it is about the table as a whole. */
  table: string
  id: number | null
  /** The entry it belongs to; null for what belongs to none. */
  entry: number | null
  /** One line for a person. */
  message: string
}

export type Report = (finding: Finding) => void

/** How a chain is called in messages. */
export function chainName(chain: number): string {
  return chain === 0 ? 'instance' : `entry ${chain}`
}
