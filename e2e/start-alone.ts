import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { START_ARGUMENTS } from '../server/test/start-command.ts'

/** A service that answers. */
export interface Running {
  address: string
  /** The link that it offers as long as nobody has an account. */
  setupLink: string | undefined
  /** At once, as when the machine dies, or as it does when it is asked to. */
  end(how: 'kill' | 'stop'): Promise<void>
}

export interface StartOptions {
  /** Where it listens; 0 for any port that is free. */
  port: number
  /** Nobody has an account yet: there is a link to wait for. */
  isFresh: boolean
}

/** Runs the service on a data folder. */
export type Start = (folder: string, options: StartOptions) => Promise<Running>

/** What the service is set to in every walk. */
export function settingsOf(folder: string, port: number): Record<string, string> {
  return { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'error', CHECK_REPLIES: 'on' }
}

/** In a process that it has to itself, as `npm start` runs it. */
export const startAlone: Start = async (folder, { port, isFresh }) => {
  const child = spawn(process.execPath, START_ARGUMENTS, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...settingsOf(folder, port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = async (how: 'kill' | 'stop') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(how === 'kill' ? 'SIGKILL' : 'SIGTERM')
    await once(child, 'exit')
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  for (;;) {
    const address = /ready at (\S+)\n/.exec(output)?.[1]
    const setupLink = /^ {2}(http\S+token=\S+)$/m.exec(output)?.[1]
    if (address && (setupLink || !isFresh)) return { address, setupLink, end }
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}: ${output}`)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
}
