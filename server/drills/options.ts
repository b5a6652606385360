import type { Engine } from '../src/db/dialect.ts'
import type { Random } from './random.ts'
import type { Report } from './report.ts'

export interface DrillOptions {
  rounds?: number
  writers?: number
  files?: number
  seconds?: number
  /** Delays each sync of the disk. */
  syncMs?: number
  /** The engine, if the drill leaves the choice. */
  engine?: Engine
  random: Random
}

export type Drill = (options: DrillOptions) => Promise<Report>
