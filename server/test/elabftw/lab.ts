/** A record as eLabFTW writes it. */
export type Row = Record<string, unknown>
export type LabType = 'experiments' | 'items' | 'experiments_templates' | 'items_types'
export const LAB_TYPES: readonly LabType[] = ['experiments', 'items', 'experiments_templates', 'items_types']

export interface LabAnswer {
  status: number
  type: string
  body: Buffer
}

export interface LabEntry {
  type: LabType
  id: number
  /** Its line in a list with `full=1`. */
  row: Row
  /** What a single read tells. */
  record: Row
  /** Its files in every state; the record tells only those of state 1. */
  uploads: Row[]
  /** As a single read of a revision tells it. */
  revisions: Row[]
}

export interface LabReader {
  as: string
  /** The keys of the entries (`experiments/1`) that this reader may read. */
  sees: Set<string>
  /** What the server says to them about all other things, by path and query. */
  answers: Map<string, LabAnswer>
}

/** What an eLabFTW server knows, and who may read it. */
export class Lab {
  readonly entries = new Map<string, LabEntry>()
  /** Contents of files by the number of their row. */
  readonly contents = new Map<number, LabAnswer>()
  /** By API key. */
  readonly readers = new Map<string, LabReader>()

  add(entry: LabEntry): void {
    this.entries.set(keyOf(entry.type, entry.id), entry)
  }

  entry(type: LabType, id: number): LabEntry {
    const entry = this.entries.get(keyOf(type, id))
    if (!entry) throw new Error(`There is no ${type} ${id} in this lab`)
    return entry
  }

  /** The keys of readers, by what they are: `admin`. */
  get keys(): Record<string, string> {
    return Object.fromEntries([...this.readers].map(([key, { as }]) => [as, key]))
  }

  /** Changes columns of an entry, in its list and in its record, as somebody who works on. */
  edit(type: LabType, id: number, change: Row): void {
    const { row, record } = this.entry(type, id)
    const modified = { modified_at: '2026-11-20 08:00:00', ...change }
    Object.assign(row, modified)
    Object.assign(record, modified)
  }
}

export function keyOf(type: string, id: number | string): string {
  return `${type}/${id}`
}

export function json(value: unknown, status = 200): LabAnswer {
  return { status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) }
}

/** An error of the program. Those of the web server before it are HTML. */
export function refusal(status: number, message: string): LabAnswer {
  return json({ code: status, message, description: '' }, status)
}
