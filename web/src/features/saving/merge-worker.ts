import type { MergeJob } from '../../sync/sync.types.ts'
import { workOut } from './merges.ts'

/** Runs in a thread of its own: merges what it is sent, in turn. */
addEventListener('message', ({ data }: MessageEvent<MergeJob>) => postMessage(workOut(data)))
