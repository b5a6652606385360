import type { ServerResponse } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { Unprocessable } from '../../errors.ts'
import { ClientTooSlow } from './lists.ts'

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
export class Stopped extends Unprocessable {
  constructor() {
    super('The export was stopped')
  }
}

export function follow(follower: Follower, stream: Readable, response: ServerResponse): void {
  let failure: Error | undefined
  stream.once('error', (error) => {
    failure = error
  })
  follower.begin(() => stream.destroy(new Stopped()))
  finished(response, (broken) => follower.end(outcomeOf(failure, broken)))
}

function outcomeOf(failure: Error | undefined, broken: Error | null | undefined): Outcome {
  if (failure instanceof Stopped) return { state: 'stopped' }
  if (failure && !(failure instanceof ClientTooSlow)) return { state: 'failed', error: failure }
  return { state: failure || broken ? 'broken_off' : 'done' }
}
