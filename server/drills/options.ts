import type { Random } from './random.ts'
import type { Report } from './report.ts'

export interface DrillOptions {
  rounds?: number
  writers?: number
  seconds?: number
  random: Random
}

export type Drill = (options: DrillOptions) => Promise<Report>
