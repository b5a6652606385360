import { Worker } from 'node:worker_threads'
import { cleanText, make } from './make.ts'
import type { Reply, Request } from './protocol.ts'

/**
 * The process in which contents are looked into: whatever is in them, they can break nothing else. It may read our program
 * and the folder with the copies it is given; it may not write, nor reach the network. See maker.ts.
 */
new Worker(new URL('./watch.ts', import.meta.url), {
  workerData: { parent: process.ppid, mostMemory: Number(process.argv[2]) },
  resourceLimits: { maxOldGenerationSizeMb: 16 },
}).unref()

process.on('message', (request: Request) => {
  void make(request).then(
    (made) => answer({ made }),
    (error: unknown) =>
      answer({ problem: cleanText(error instanceof Error ? error.message : String(error)).slice(0, 250) }),
  )
})
process.on('disconnect', () => process.exit())

function answer(reply: Reply): void {
  process.send?.(reply)
}
