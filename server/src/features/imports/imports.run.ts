import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { ImportRow } from '../../db/schema.ts'
import type { ImportOptions } from './imports.options.ts'

/** An import at work. */
export interface Run {
  ctx: Context
  row: ImportRow
  options: ImportOptions
  /** Who imports, with the rights at its start. */
  actor: Actor
  /** Aborted when the service stops. */
  signal: AbortSignal
}

/** The import was stopped, or somebody else has taken it on. */
export class Stopped extends Error {}

/** What one entry adds to the counts of an import: nothing, unless said. */
export const NOTHING = { done: 0, made: 0, skipped: 0, refused: 0, removed: 0, kept: 0, warnings: 0 }
