/** Stored data that contradicts the journal. */
export interface Finding {
  /** The table of the wrong row, and the row's id; null if it concerns the whole table. */
  table: string
  id: number | null
  /** The entry it belongs to, or null. */
  entry: number | null
  /** One line for a person. */
  message: string
}

export type Report = (finding: Finding) => void

/** The name of a chain in messages. */
export function chainName(chain: number): string {
  return chain === 0 ? 'instance' : `entry ${chain}`
}
