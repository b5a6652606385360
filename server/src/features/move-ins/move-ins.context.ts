import type { MoveInProgress } from '../move-in/move-in.service.ts'

declare module '../../context.ts' {
  interface Context {
    moveIns: MoveInsOfProcess
  }
}

/** A run of this process. */
export interface Going {
  stop: AbortController
  progress: MoveInProgress
  ended: Promise<void>
}

/** What the process knows of other servers that move in. Their keys are only here, and end with it. */
export class MoveInsOfProcess {
  readonly going = new Map<number, Going>()
  readonly keys = new Map<number, readonly string[]>()

  /** Ends all runs. Each goes on where it was, once somebody brings its keys again. */
  async close(): Promise<void> {
    const runs = [...this.going.values()]
    for (const { stop } of runs) stop.abort(new Closing())
    await Promise.all(runs.map(({ ended }) => ended))
  }
}

/** The service ends. */
export class Closing extends Error {}

/** Somebody stopped the run. */
export class Stopped extends Error {}
