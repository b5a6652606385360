import { parentPort } from 'node:worker_threads'
import { doJob, type TextJob } from './jobs.ts'

// The worker side of threads.ts: one job in, one result out.
parentPort?.on('message', (job: TextJob) => parentPort?.postMessage(doJob(job)))
