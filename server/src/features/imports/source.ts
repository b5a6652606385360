import type { TableChoices, TableGuess } from '@aliquot/contract/import-tables'
import type { IncomingEntry } from './incoming.ts'

/** A file that is open to be imported. */
export interface Source {
  /** May be called once. The files of an entry can be opened until the next entry is asked for. */
  entries(): AsyncIterable<IncomingEntry>
  /** How many there are, if that can be known without reading each. A preview then looks at the first ones only. */
  countRows?(): Promise<number>
  /** How a table is read. */
  table?: TableGuess
  close(): Promise<void>
}

export interface SourceOptions {
  /** Aborted when nobody wants its entries any more. */
  signal?: AbortSignal | undefined
  /** How a table is to be read; what it does not say is guessed. */
  table?: TableChoices | null
  /** A table is read by the rules of the API of eLabFTW, which guesses nothing. */
  isReference?: boolean
  /** The entries are made from a template. */
  hasTemplate?: boolean
}

/** Opens a local file. What is wrong with it is a refusal. */
export type OpenSource = (path: string, options: SourceOptions) => Promise<Source>
