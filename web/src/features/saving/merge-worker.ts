import type { MergeJob } from '../../sync/sync.types.ts'
import { workOut } from './merges.ts'

/** The worker: merges what it is sent, in order. */
addEventListener('message', ({ data }: MessageEvent<MergeJob>) => postMessage(workOut(data)))
