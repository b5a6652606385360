import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { START_ARGUMENTS } from '../test/start-command.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { usedBy } from './size-processor.ts'

const HERE = import.meta.dirname

export interface Service {
  port: number
  pid: number
  /** From the start of the process to its ready line. */
  startSeconds: number
  /** The CPU time until then, which other work on the machine does not change. */
  startCpuSeconds: number
  /** All resident memory. */
  memoryMb(): number
  /** Without mapped files: pages of the database that the kernel keeps anyway, of which it maps up to 256 MB for us. */
  ownMemoryMb(): number
  stop(): Promise<void>
}

/**
 * The real service as `npm start` runs it. Its log goes straight to a file, because a reader would compete with it.
 * `under` is an optional command to run it with.
 */
export async function startService(
  env: Record<string, string>,
  logFile: string,
  under: readonly string[] = [],
): Promise<Service> {
  const started = performance.now()
  const log = openSync(logFile, 'w')
  const [command = '', ...words] = [...under, process.execPath, ...START_ARGUMENTS]
  const child = spawn(command, words, {
    env: { ...process.env, PORT: '0', WEB: 'off', ...env },
    stdio: ['ignore', log, 'inherit'],
  })
  closeSync(log)
  const port = await portIn(child, logFile)
  const startSeconds = (performance.now() - started) / 1000
  const startCpuSeconds = usedBy([child.pid ?? 0]) / 1000
  return {
    port,
    pid: child.pid ?? 0,
    startSeconds,
    startCpuSeconds,
    memoryMb: () => memoryMb(child.pid ?? 0, 'VmRSS'),
    ownMemoryMb: () => memoryMb(child.pid ?? 0, 'RssAnon'),
    stop: () => stop(child),
  }
}

/** Waits for the line with the address. */
async function portIn(child: ChildProcess, logFile: string): Promise<number> {
  while (child.exitCode === null) {
    const port = /http:\/\/[\w.[\]:]+:(\d+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
    if (port) return Number(port)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`the process ended with ${child.exitCode}`)
}

/** The bare server to compare with. */
export async function startBare(): Promise<{ port: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(HERE, 'bare.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await firstMatch(child, /"port":(\d+)/)
  return { port: Number(port), stop: () => stop(child) }
}

/** Runs the load generator in a separate process. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(HERE, 'load.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(options))
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  return JSON.parse(output) as LoadResult
}

function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('no output to read'))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = pattern.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

function memoryMb(pid: number, kind: 'VmRSS' | 'RssAnon'): number {
  const line = new RegExp(`${kind}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(line?.[1] ?? 0) / 1024)
}
