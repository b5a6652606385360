import { Worker } from 'node:worker_threads'
import { cleanText, make } from './make.ts'
import type { Reply, Request } from './protocol.ts'

/**
 * The process that parses untrusted content, so that it can break nothing else. It may read our program and the folder
 * with its copies; it may neither write nor reach the network. See maker.ts.
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
