import { Unprocessable } from '../errors.ts'

export type Outcome =
  | { state: 'done' | 'stopped' }
  /** The client has gone, or reads nothing. */
  | { state: 'broken_off' }
  | { state: 'failed'; error: Error }

/** Follows an answer that is generated while it is sent. */
export interface Follower {
  /** It is about to start; `stop` ends it early. */
  begin(stop: () => void): void
  /** That many more bytes were taken. */
  sent(bytes: number): void
  end(outcome: Outcome): void
}

/** Somebody cancelled it. The client sees a cut connection, never a file that looks complete. */
export class Stopped extends Unprocessable<'export.stopped'> {
  constructor() {
    super('export.stopped')
  }
}
