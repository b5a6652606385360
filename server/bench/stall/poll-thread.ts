import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What a poller saw. */
export interface Longest {
  waitMs: number
  /** The CPU time of the main thread during one poll. */
  busyMs: number
}

// The other side of poller.ts. It polls over one connection; each message is answered with the longest since the last.
const { port, pid } = workerData as { port: number; pid: number }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let longest: Longest = { waitMs: 0, busyMs: 0 }
let isAsked = false
parentPort?.on('message', () => {
  isAsked = true
})

for (;;) {
  const started = performance.now()
  const busy = mainThreadMs()
  await ask()
  longest.waitMs = Math.max(longest.waitMs, performance.now() - started)
  longest.busyMs = Math.max(longest.busyMs, mainThreadMs() - busy)
  // After a whole poll, so that one that still waits counts.
  if (isAsked) {
    parentPort?.postMessage(longest)
    longest = { waitMs: 0, busyMs: 0 }
    isAsked = false
  }
  await new Promise((resolve) => setTimeout(resolve, 2))
}

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, path: '/healthz' }, (incoming) => {
      incoming.resume()
      incoming.on('end', resolve)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** The CPU time of the main thread only; the others do the long work. */
function mainThreadMs(): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
