import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { InvalidInput, TooMany } from '../errors.ts'
import { startThread } from '../lib/thread.ts'
import type { TextJob } from './jobs.ts'

const THREADS = Math.max(2, Math.min(4, availableParallelism()))
/** One person, and very long texts, get at most this many threads, so that others need not wait. */
const MOST_THREADS_EACH = THREADS - 1
const VERY_LONG_UNITS = 200_000
/** CPU time and not wall time: a busy machine takes longer for the same work. */
const MOST_CPU_MS = 20_000
const LOOK_EVERY_MS = 2000
const MOST_WAITING_EACH = 8
const MOST_MEGABYTES = 512
const IDLE_MS = 30_000

interface Waiting {
  userid: number
  job: TextJob
  isVeryLong: boolean
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

interface Thread {
  worker: Worker
  current: Waiting | undefined
  timer: NodeJS.Timeout | undefined
}

const threads = new Set<Thread>()
/**
 * Queues per person, served in turn: however much one person sends, the others wait for only one of that person's jobs.
 */
const queues = new Map<number, Waiting[]>()

/** Runs a job on another thread. Refuses it if it takes too long, or if the person has too many waiting. */
export function doElsewhere(userid: number, job: TextJob): Promise<unknown> {
  const queue = queues.get(userid) ?? []
  if (queue.length >= MOST_WAITING_EACH) {
    return Promise.reject(new TooMany('request.too_many_texts', 5))
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  queue.push({ userid, job, isVeryLong: lengthOf(job) > VERY_LONG_UNITS, resolve, reject })
  queues.set(userid, queue)
  assign()
  return promise
}

function assign(): void {
  while (queues.size > 0) {
    const idle = [...threads].find((thread) => !thread.current)
    if (!idle && threads.size >= THREADS) return
    const next = takeNext()
    if (!next) return
    give(idle ?? start(), next)
  }
}

function takeNext(): Waiting | undefined {
  const running = [...threads].flatMap(({ current }) => current ?? [])
  for (const [userid, queue] of queues) {
    const [first] = queue
    if (!first || !mayRun(first, running)) continue
    queue.shift()
    queues.delete(userid)
    if (queue.length > 0) queues.set(userid, queue)
    return first
  }
  return undefined
}

function mayRun({ userid, isVeryLong }: Waiting, running: readonly Waiting[]): boolean {
  const own = running.filter((one) => one.userid === userid)
  const veryLong = running.filter((one) => one.isVeryLong)
  return own.length < MOST_THREADS_EACH && !(isVeryLong && veryLong.length >= MOST_THREADS_EACH)
}

function lengthOf({ args }: TextJob): number {
  return args.reduce<number>((sum, arg) => sum + (typeof arg === 'string' ? arg.length : 0), 0)
}

function give(thread: Thread, waiting: Waiting): void {
  clearTimeout(thread.timer)
  thread.current = waiting
  thread.worker.ref()
  thread.worker.postMessage(waiting.job)
  void endWhenTooHard(thread, waiting)
}

/** A thread is idle before each job, so its CPU time since then belongs to the job. */
async function endWhenTooHard(thread: Thread, waiting: Waiting): Promise<void> {
  const before = await cpuMsOf(thread)
  while (thread.current === waiting) {
    const { promise, resolve } = Promise.withResolvers<void>()
    thread.timer = setTimeout(resolve, LOOK_EVERY_MS)
    await promise
    const used = (await cpuMsOf(thread)) - before
    if (thread.current === waiting && used > MOST_CPU_MS) end(thread, new TooHard())
  }
}

async function cpuMsOf({ worker }: Thread): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    // It is still starting, or has ended.
    return 0
  }
}

function start(): Thread {
  const worker = startThread(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  const thread: Thread = { worker, current: undefined, timer: undefined }
  worker.on('message', (result) => {
    const done = thread.current
    rest(thread)
    done?.resolve(result)
    assign()
  })
  // Out of memory counts like out of time: the text is too much.
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooHard() : error),
  )
  threads.add(thread)
  return thread
}

/** An idle thread does not keep the process alive, and ends soon. */
function rest(thread: Thread): void {
  clearTimeout(thread.timer)
  thread.current = undefined
  thread.worker.unref()
  thread.timer = setTimeout(() => end(thread), IDLE_MS).unref()
}

function end(thread: Thread, reason?: unknown): void {
  clearTimeout(thread.timer)
  threads.delete(thread)
  thread.current?.reject(reason)
  thread.current = undefined
  void thread.worker.terminate()
  assign()
}

/** 400: refuses to spend time on such a text. */
export class TooHard extends InvalidInput<'request.text_too_hard'> {
  constructor() {
    super('request.text_too_hard', { field: 'body' })
  }
}
