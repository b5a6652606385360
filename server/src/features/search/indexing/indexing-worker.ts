import { parentPort, workerData } from 'node:worker_threads'
import { type DatabaseConfig, openIndexes } from '../../../db/open.ts'
import { fillIndexes } from './fill-indexes.ts'
import type { IndexTask } from './indexing-thread.ts'
import { mergeIndexes } from './merge-indexes.ts'

// The worker side of indexing-thread.ts: one task in, one result out.
const indexes = await openIndexes(workerData as DatabaseConfig)

parentPort?.on('message', async (task: IndexTask) => {
  if (task.kind === 'close') {
    await indexes.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(task.kind === 'fill' ? await fillIndexes(indexes, task.after) : await mergeIndexes(indexes))
})
