import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { START_ARGUMENTS } from '../server/test/start-command.ts'

/** A running service. */
export interface Running {
  address: string
  /** The setup link while there is no account. */
  setupLink: string | undefined
  /** By a crash, or gracefully. */
  end(how: 'kill' | 'stop'): Promise<void>
}

export interface StartOptions {
  /** The port; 0 for any free one. */
  port: number
  /** There is no account yet, so there is a setup link to wait for. */
  isFresh: boolean
  /** Its address for people, from which links in e-mails come. */
  baseUrl?: string | undefined
}

/** Runs the service on a data folder. */
export type Start = (folder: string, options: StartOptions) => Promise<Running>

/** The settings of the service in every test. */
export function settingsOf(folder: string, { port, baseUrl }: Omit<StartOptions, 'isFresh'>): Record<string, string> {
  const settings = { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'error', CHECK_REPLIES: 'on' }
  return baseUrl === undefined ? settings : { ...settings, BASE_URL: baseUrl }
}

/** In its own process, as `npm start` runs it. */
export const startAlone: Start = async (folder, { isFresh, ...options }) => {
  const child = spawn(process.execPath, START_ARGUMENTS, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...settingsOf(folder, options) },
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
