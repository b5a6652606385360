import { parentPort, workerData } from 'node:worker_threads'
import { type DatabaseConfig, openIndexes } from '../../../db/open.ts'
import { isDamage } from '../../../db/sqlite/storage-error.ts'
import { giveWayToRequests } from '../../../lib/background-priority.ts'
import { fillIndexes } from './fill-indexes.ts'
import type { IndexAnswer, IndexTask } from './indexing-thread.ts'
import { mergeIndexes } from './merge-indexes.ts'

giveWayToRequests()

// The worker side of indexing-thread.ts: one task in, one result out.
const opening = openIndexes(workerData as DatabaseConfig)
// Whoever sends the first task is told.
opening.catch(() => {})

parentPort?.on('message', async (task: IndexTask) => {
  if (task.kind === 'close') {
    await opening.then((indexes) => indexes.close()).catch(() => {})
    parentPort?.close()
    return
  }
  parentPort?.postMessage(await answerTo(task))
})

async function answerTo(task: IndexTask): Promise<IndexAnswer> {
  try {
    const indexes = await opening
    return {
      result: task.kind === 'fill' ? await fillIndexes(indexes, task.after, task.times) : await mergeIndexes(indexes),
    }
  } catch (error) {
    if (isDamage(error)) return { damage: (error as Error).message }
    throw error
  }
}
