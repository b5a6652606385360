import type { ServerResponse } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { type Follower, type Outcome, Stopped } from '../../records/progress.ts'
import { ClientTooSlow } from './lists.ts'

/** Reports the progress of the answer to the follower. */
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
