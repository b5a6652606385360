import { Worker } from 'node:worker_threads'
import { cleanText } from './clean-text.ts'
import type { Reply } from './protocol.ts'
import { isSpentBy } from './spent.ts'

/** What is left behind by the tasks of a process stays with it: above this it ends after its answer. */
const TIRED_BYTES = 512 * 1024 ** 2

/** Makes this process do the tasks that its parent sends, one after the other. See maker.ts. */
export function answerRequests<R>(make: (request: R) => Promise<object | null>): void {
  new Worker(new URL('./watch.ts', import.meta.url), {
    workerData: { parent: process.ppid, mostMemory: Number(process.argv[2]) },
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  }).unref()
  process.on('message', (request: R) => {
    void make(request).then(
      (made) => answer({ made: made as never, isLast: process.memoryUsage.rss() > TIRED_BYTES }),
      (error: unknown) => answer({ problem: problemIn(error), isLast: isSpentBy(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}

function problemIn(error: unknown): string {
  return cleanText(error instanceof Error ? error.message : String(error)).slice(0, 250)
}

function answer(reply: Reply): void {
  process.send?.(reply)
}
