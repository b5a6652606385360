import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CommandLine } from './command-host.ts'

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

const PROGRAM = join(import.meta.dirname, 'command-host.ts')
let host: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command line in a process that has run others before: a new one takes many times as long to start as to run.
 */
export function runInHost(line: CommandLine): Promise<Outcome> {
  // One after the other: they share a working folder and an environment.
  const outcome = last.then(() => runNext(line))
  last = outcome.catch(() => {})
  return outcome
}

async function runNext(line: CommandLine): Promise<Outcome> {
  const child = provideHost()
  const answered = new AbortController()
  child.ref()
  child.channel?.ref()
  child.send(line)
  const exited = once(child, 'exit', answered).then(([code]) => {
    throw new Error(`The process for commands ended with ${code} in: aliquot ${line.args.join(' ')}`)
  })
  try {
    const [outcome] = await Promise.race([once(child, 'message', answered), exited])
    return outcome
  } finally {
    answered.abort()
    child.unref()
    child.channel?.unref()
  }
}

/** Once per worker, with which it ends: Node ends a process whose channel is closed. */
function provideHost(): ChildProcess {
  if (host?.connected) return host
  host = fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return host
}
