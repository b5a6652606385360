import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { giveWayToRequests } from '../lib/background-priority.ts'
import type { Made, Reply, Request } from './protocol.ts'

/** Works in separate, bounded processes, which start on demand and end when idle. */
export interface Maker {
  /** Throws `Unreadable` if nothing can be made of the content, `Broken` if the process died over it. */
  make<R extends Request>(request: R, options?: MakeOptions): Promise<Made<R>>
  /** The longest time that a request waits for an answer. */
  readonly mostWaitMs: number
  /** Rejects waiting and running tasks. */
  close(): Promise<void>
}

interface MakeOptions {
  /** The person who waits. Without one it is background work. */
  person?: number
  /** Cancels it, waiting or running. */
  signal?: AbortSignal | undefined
}

/** The content is not what it claims to be, or yields nothing: a retry would fail too. */
export class Unreadable extends Error {}

/** The process died over it, or was killed. */
export class Broken extends Error {}

/** Longer than any honest content takes. */
const MOST_MS = 60_000
const IDLE_MS = 60_000
const MOST_WAIT_MS = 15_000
const MOST_HEAP_MB = 512
const MOST_MEMORY = 1024 ** 3

export interface MakerOptions {
  mostMs?: number
  /** Resident bytes. */
  mostMemory?: number
  idleMs?: number
  mostWaitMs?: number
  /** What the processes run. By default the program that parses contents. */
  program?: 'worker.ts' | 'paper/worker.ts'
}

/**
 * Some processes do background work and others serve people, and one person never gets all of these. So content that
 * hangs a process holds up neither the text index nor other people.
 */
export const MOST_IN_BACKGROUND = 3
const MOST_WAITED_FOR = Math.max(2, Math.min(4, availableParallelism()))
const MOST_EACH = MOST_WAITED_FOR - 1
const PROCESSES = MOST_IN_BACKGROUND + MOST_WAITED_FOR

interface Waiting {
  person: number | undefined
  request: Request
  resolve(made: never): void
  reject(error: Error): void
  signal: AbortSignal | undefined
}

interface Place {
  child: ChildProcess | undefined
  current: Waiting | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/** The processes may read only `folder` and the program. */
export function openMaker(folder: string, options: MakerOptions = {}): Maker {
  const { mostMs = MOST_MS, mostMemory = MOST_MEMORY, idleMs = IDLE_MS, program = 'worker.ts' } = options
  /** Queues per person, in the order of their turns. */
  const queues = new Map<number | undefined, Waiting[]>()
  const places: Place[] = []
  let isClosed = false

  const end = async (place: Place) => {
    const ended = place.child
    place.child = undefined
    clearTimeout(place.idleTimer)
    if (ended) await kill(ended)
  }

  const begin = (place: Place): ChildProcess => {
    const begun = start(folder, mostMemory, program)
    // The next task starts a new process, whatever this one died of.
    begun.once('exit', () => {
      if (place.child === begun) place.child = undefined
    })
    return begun
  }

  const mayRun = ({ person }: Waiting): boolean => {
    const running = places.flatMap(({ current }) => current ?? [])
    const own = running.filter((one) => one.person === person).length
    if (person === undefined) return own < MOST_IN_BACKGROUND
    return own < MOST_EACH && running.filter((one) => one.person !== undefined).length < MOST_WAITED_FOR
  }

  const next = (): Waiting | undefined => {
    for (const [person, queue] of queues) {
      const [first] = queue
      if (!first || !mayRun(first)) continue
      queue.shift()
      queues.delete(person)
      if (queue.length > 0) queues.set(person, queue)
      return first
    }
    return undefined
  }

  const idlePlace = (): Place | undefined => {
    const idle = places.filter(({ current }) => !current)
    const found = idle.find(({ child }) => child) ?? idle[0]
    if (found || places.length === PROCESSES) return found
    const made: Place = { child: undefined, current: undefined, idleTimer: undefined }
    places.push(made)
    return made
  }

  const assign = () => {
    for (let place = idlePlace(); place; place = idlePlace()) {
      const waiting = next()
      if (!waiting) return
      place.current = waiting
      void run(place, waiting)
    }
  }

  const run = async (place: Place, waiting: Waiting) => {
    clearTimeout(place.idleTimer)
    try {
      place.child ??= begin(place)
      const { made, isLast } = await ask(place.child, waiting, mostMs)
      if (isLast) await end(place)
      waiting.resolve(made as never)
    } catch (error) {
      if (!(error instanceof Unreadable)) await end(place)
      waiting.reject(error as Error)
    }
    place.current = undefined
    place.child?.unref()
    place.child?.channel?.unref()
    place.idleTimer = setTimeout(() => end(place), idleMs).unref()
    assign()
  }

  const leave = (waiting: Waiting) => {
    const queue = queues.get(waiting.person) ?? []
    const at = queue.indexOf(waiting)
    if (at === -1) return
    queue.splice(at, 1)
    if (queue.length === 0) queues.delete(waiting.person)
    waiting.reject(new Broken('stopped'))
  }

  return {
    mostWaitMs: options.mostWaitMs ?? MOST_WAIT_MS,
    make(request, { person, signal } = {}) {
      if (isClosed || signal?.aborted) return Promise.reject(new Broken('stopped'))
      return new Promise((resolve, reject) => {
        const waiting: Waiting = { person, request, resolve, reject, signal }
        queues.set(person, [...(queues.get(person) ?? []), waiting])
        signal?.addEventListener('abort', () => leave(waiting), { once: true })
        assign()
      })
    },
    async close() {
      isClosed = true
      for (const waiting of [...queues.values()].flat()) leave(waiting)
      await Promise.all(places.map(end))
    },
  }
}

type Done = Extract<Reply, { made: unknown }>

/** Sends one task and awaits its answer, or whatever else ends it. */
function ask(child: ChildProcess, { request, signal }: Waiting, mostMs: number): Promise<Done> {
  child.ref()
  child.channel?.ref()
  const { promise, resolve, reject } = Promise.withResolvers<Done>()
  const onReply = (reply: Reply) => {
    if ('problem' in reply) reject(reply.isLast ? new Broken(reply.problem) : new Unreadable(reply.problem))
    else resolve(reply)
  }
  const onExit = (code: number | null, by: string | null) =>
    reject(new Broken(`the process ended over it (${by ?? code})`))
  const onError = (error: Error) => reject(new Broken(error.message))
  const onAbort = () => reject(new Broken('stopped'))
  const timer = setTimeout(() => reject(new Broken(`took longer than ${mostMs / 1000} seconds`)), mostMs)
  child.once('message', onReply).once('exit', onExit).once('error', onError)
  signal?.addEventListener('abort', onAbort)
  child.send(request, (error) => error && onError(error))
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    child.off('message', onReply).off('exit', onExit).off('error', onError)
  })
}

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** Our own files that it loads. Each package.json declares the module type of its folder. */
const OURS = ['..', '../../package.json', '../../../contract/src', '../../../contract/package.json']

/** The process gets nothing of our environment, and may read only what it needs. */
function start(folder: string, mostMemory: number, program: string): ChildProcess {
  const readable = [...OURS.map((path) => join(HERE, path)), ...modulesFolders(), folder]
  const child = fork(join(HERE, program), [String(mostMemory)], {
    execArgv: [
      `--max-old-space-size=${MOST_HEAP_MB}`,
      '--no-warnings',
      '--permission',
      // Needed by libvips and by the watchdog thread.
      ...['--allow-addons', '--allow-worker'],
      ...readable.map((path) => `--allow-fs-read=${path}`),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Also between tasks: an unhandled error event would end the service.
  child.on('error', () => {})
  if (child.pid !== undefined) giveWayToRequests(child.pid)
  return child
}

/** The folders where npm installed the dependencies: nearly always one. */
function modulesFolders(): Set<string> {
  const { resolve } = createRequire(import.meta.url)
  const paths = ['sharp', '@hyzyla/pdfium', 'yauzl', 'katex', 'htmlparser2'].map((name) => resolve(name))
  return new Set(paths.map((path) => path.slice(0, path.lastIndexOf('node_modules') + 'node_modules'.length)))
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}
