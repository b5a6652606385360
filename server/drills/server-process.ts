import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { START_ARGUMENTS } from '../test/start-command.ts'
import { cleanAtExit } from './cleanup.ts'

export const root = join(import.meta.dirname, '../..')
const READY = /ready at https?:\/\/[^\s:]+:(\d+)/
const KEPT_OUTPUT = 64 * 1024

/** How a process ended. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The real server as a child process. */
export interface ServerProcess {
  pid: number
  port: number
  /** From the start of the process to its ready line. */
  readyMs: number
  isRunning(): boolean
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
  /** Its last output. */
  output(): string
  /** Resident memory in MB; 0 if the system does not report it. */
  memory(): number
}

interface StartOptions {
  mostMs?: number
  /** A command to run it with. */
  under?: readonly string[]
  /** Arguments of Node, if not those of `npm start`. */
  program?: readonly string[]
}

/** Starts the server and waits for its ready line, for long enough on a busy machine. */
export async function startServer(
  env: Record<string, string>,
  { mostMs = 300_000, under, program }: StartOptions = {},
): Promise<ServerProcess> {
  const starting = performance.now()
  const { child, ended, output, untilReady } = spawnServer(env, under, program)
  const port = await Promise.race([untilReady, ended.then(() => undefined), sleep(mostMs, undefined, { ref: false })])
  if (port === undefined || child.pid === undefined) {
    await endChild(child, ended, 'SIGKILL')
    throw new Error(`The server did not become ready\n${output()}`)
  }
  const { pid } = child
  return {
    pid,
    port,
    readyMs: performance.now() - starting,
    isRunning: () => isRunning(child),
    end: (signal) => endChild(child, ended, signal),
    ended,
    output,
    memory: () => residentMemory(pid),
  }
}

/** Starts the server and kills it after a while, ready or not. */
export async function killWhileStarting(
  env: Record<string, string>,
  afterMs: number,
  { under }: StartOptions = {},
): Promise<void> {
  const { child, ended, output } = spawnServer(env, under)
  await Promise.race([sleep(afterMs), ended])
  if (!isRunning(child)) throw new Error(`The server ended by itself while starting\n${output()}`)
  await endChild(child, ended, 'SIGKILL')
}

function spawnServer(
  env: Record<string, string>,
  under: readonly string[] = [],
  program: readonly string[] = START_ARGUMENTS,
) {
  const [command = '', ...words] = [...under, process.execPath, ...program]
  const child = spawn(command, words, {
    cwd: root,
    env: { ...bareEnvironment(), HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', WEB: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const forget = cleanAtExit(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code, signal]) => {
    forget()
    return { code, signal } as Ended
  })
  let text = ''
  const ready = Promise.withResolvers<number>()
  const read = (chunk: Buffer) => {
    text = (text + chunk).slice(-KEPT_OUTPUT)
    const port = READY.exec(text)?.[1]
    if (port) ready.resolve(Number(port))
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return { child, ended, output: () => text, untilReady: ready.promise }
}

/** The environment without our settings, so that a drill never touches a real instance. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }) }
}

async function endChild(child: ChildProcess, ended: Promise<Ended>, signal: NodeJS.Signals): Promise<Ended> {
  if (isRunning(child)) child.kill(signal)
  return ended
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

function residentMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
