import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { InvalidInput, TooMany } from '../errors.ts'
import type { TextJob } from './jobs.ts'

const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
const MOST_MS = 20_000
const MOST_WAITING_EACH = 8
const MOST_MEGABYTES = 512
const IDLE_MS = 30_000

interface Waiting {
  job: TextJob
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

interface Thread {
  worker: Worker
  current: Waiting | undefined
  timer: NodeJS.Timeout | undefined
}

const threads = new Set<Thread>()
/** By person, in the order of their turns: however much one of them sends, the others come after one job of theirs. */
const queues = new Map<number, Waiting[]>()

/** Does a job on another thread. It fails as a refusal when it takes too long, or the person has too many under way. */
export function doElsewhere(userid: number, job: TextJob): Promise<unknown> {
  const queue = queues.get(userid) ?? []
  if (queue.length >= MOST_WAITING_EACH) {
    return Promise.reject(new TooMany('Too many long texts of yours are being worked on at the moment', 5))
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  queue.push({ job, resolve, reject })
  queues.set(userid, queue)
  assign()
  return promise
}

function assign(): void {
  while (queues.size > 0) {
    const idle = [...threads].find((thread) => !thread.current) ?? (threads.size < THREADS ? start() : undefined)
    if (!idle) return
    const next = takeNext()
    if (next) give(idle, next)
  }
}

function takeNext(): Waiting | undefined {
  for (const [userid, queue] of queues) {
    const next = queue.shift()
    queues.delete(userid)
    if (queue.length > 0) queues.set(userid, queue)
    return next
  }
  return undefined
}

function give(thread: Thread, waiting: Waiting): void {
  clearTimeout(thread.timer)
  thread.current = waiting
  thread.timer = setTimeout(() => end(thread, new TooHard()), MOST_MS)
  thread.worker.ref()
  thread.worker.postMessage(waiting.job)
}

function start(): Thread {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  const thread: Thread = { worker, current: undefined, timer: undefined }
  worker.on('message', (result) => {
    const done = thread.current
    rest(thread)
    done?.resolve(result)
    assign()
  })
  // Out of memory counts like out of time: it is the text that is too much.
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooHard() : error),
  )
  threads.add(thread)
  return thread
}

/** A thread without work keeps nobody from ending, and does not stay for long. */
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

/** 400: nobody's time is spent on such a text. */
export class TooHard extends InvalidInput {
  constructor() {
    super('body: takes too long to be worked through; it has too many elements, or is nested too deeply')
  }
}
