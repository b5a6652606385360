import { parentPort } from 'node:worker_threads'
import { doJob, type TextJob } from './jobs.ts'

// The other end of threads.ts: one job comes in, one result goes out.
parentPort?.on('message', (job: TextJob) => parentPort?.postMessage(doJob(job)))
