import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Made, Reply, Request } from './protocol.ts'

/** Looks into contents, one after the other, in a process of its own that starts with the first and ends when idle. */
export interface Maker {
  /** Throws `Unreadable` when nothing can be made of it, `Broken` when the process did not survive it. */
  make<R extends Request>(request: R, options?: MakeOptions): Promise<Made<R>>
  /** What is waiting or under way fails. */
  close(): Promise<void>
}

interface MakeOptions {
  /** Before what nobody waits for. */
  isUrgent?: boolean
  signal?: AbortSignal
}

/** The content is not what it claims to be, or says nothing: another attempt would end alike. */
export class Unreadable extends Error {}

/** The process ended over it, or was ended. */
export class Broken extends Error {}

/** Longer than any honest content takes. */
const MOST_MS = 60_000
const IDLE_MS = 60_000
const MOST_HEAP_MB = 512
const MOST_MEMORY = 1024 ** 3

export interface MakerOptions {
  mostMs?: number
  /** Resident bytes. */
  mostMemory?: number
  idleMs?: number
}

interface Waiting {
  request: Request
  resolve(made: never): void
  reject(error: Error): void
  signal: AbortSignal | undefined
}

/** `folder` is the only one whose files the process may read, besides the program. */
export function openMaker(folder: string, options: MakerOptions = {}): Maker {
  const { mostMs = MOST_MS, mostMemory = MOST_MEMORY, idleMs = IDLE_MS } = options
  const urgent: Waiting[] = []
  const others: Waiting[] = []
  let child: ChildProcess | undefined
  let isBusy = false
  let isClosed = false
  let idleTimer: NodeJS.Timeout | undefined

  const end = async () => {
    const ended = child
    child = undefined
    clearTimeout(idleTimer)
    if (ended) await kill(ended)
  }

  const begin = (): ChildProcess => {
    const begun = start(folder, mostMemory)
    // The next question starts another, whatever this one died of.
    begun.once('exit', () => {
      if (child === begun) child = undefined
    })
    return begun
  }

  const next = (): Waiting | undefined => {
    for (;;) {
      const waiting = urgent.shift() ?? others.shift()
      if (!waiting?.signal?.aborted) return waiting
      waiting.reject(new Broken('stopped'))
    }
  }

  const work = async () => {
    if (isBusy) return
    isBusy = true
    clearTimeout(idleTimer)
    for (let waiting = next(); waiting; waiting = next()) {
      try {
        child ??= begin()
        waiting.resolve((await ask(child, waiting, mostMs)) as never)
      } catch (error) {
        if (!(error instanceof Unreadable)) await end()
        waiting.reject(error as Error)
      }
    }
    isBusy = false
    child?.unref()
    child?.channel?.unref()
    idleTimer = setTimeout(end, idleMs).unref()
  }

  return {
    make(request, { isUrgent = false, signal } = {}) {
      if (isClosed) return Promise.reject(new Broken('stopped'))
      return new Promise((resolve, reject) => {
        ;(isUrgent ? urgent : others).push({ request, resolve, reject, signal })
        void work()
      })
    },
    async close() {
      isClosed = true
      for (const { reject } of [...urgent.splice(0), ...others.splice(0)]) reject(new Broken('stopped'))
      await end()
    },
  }
}

/** One question, and its answer or whatever else ends it. */
function ask(child: ChildProcess, { request, signal }: Waiting, mostMs: number): Promise<unknown> {
  child.ref()
  child.channel?.ref()
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const onReply = (reply: Reply) => {
    if ('problem' in reply) reject(new Unreadable(reply.problem))
    else resolve(reply.made)
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

/** Nothing of our environment, and of the disk what it needs. */
function start(folder: string, mostMemory: number): ChildProcess {
  const program = join(HERE, 'worker.ts')
  const readable = [join(HERE, '..'), join(HERE, '../../package.json'), ...modulesFolders(), folder]
  const child = fork(program, [String(mostMemory)], {
    execArgv: [
      `--max-old-space-size=${MOST_HEAP_MB}`,
      '--no-warnings',
      '--permission',
      // Only for libvips, and for the thread that watches.
      ...['--allow-addons', '--allow-worker'],
      ...readable.map((path) => `--allow-fs-read=${path}`),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Also when nobody is asking: an error that nobody hears would end us.
  child.on('error', () => {})
  return child
}

/** Where npm has put what the process loads: nearly always one folder. */
function modulesFolders(): Set<string> {
  const { resolve } = createRequire(import.meta.url)
  const paths = ['sharp', '@hyzyla/pdfium', 'yauzl'].map((name) => resolve(name))
  return new Set(paths.map((path) => path.slice(0, path.lastIndexOf('node_modules') + 'node_modules'.length)))
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}
