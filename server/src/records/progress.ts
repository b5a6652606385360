import { Unprocessable } from '../errors.ts'

export type Outcome =
  | { state: 'done' | 'stopped' }
  /** The client has gone, or takes nothing. */
  | { state: 'broken_off' }
  | { state: 'failed'; error: Error }

/** Is told how far an answer is that is made while it is sent. */
export interface Follower {
  /** It is about to be made; `stop` ends it before its time. */
  begin(stop: () => void): void
  /** So many more bytes were taken. */
  sent(bytes: number): void
  end(outcome: Outcome): void
}

/** Somebody does not want the rest. Whoever takes it sees a cut connection, never a file that looks whole. */
export class Stopped extends Unprocessable<'export.stopped'> {
  constructor() {
    super('export.stopped')
  }
}
