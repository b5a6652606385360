import { parentPort } from 'node:worker_threads'
import { giveWayToRequests } from '../lib/background-priority.ts'
import { doJob, type TextJob } from './jobs.ts'

giveWayToRequests()

// The worker side of threads.ts: one job in, one result out.
parentPort?.on('message', (job: TextJob) => parentPort?.postMessage(doJob(job)))
