import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { cleanAtExit } from '../cleanup.ts'
import { bareEnvironment, root } from '../server-process.ts'

const KEPT_OUTPUT = 16 * 1024

/** `aliquot watch` as a process. */
export interface AgentProcess {
  isRunning(): boolean
  kill(): Promise<void>
  /** Its exit code; null after a kill. */
  ended: Promise<number | null>
  output(): string
}

export function startAgent(config: string, more: readonly string[] = []): AgentProcess {
  const words = [join(root, 'server/src/cli/aliquot.ts'), 'watch', '--config', config, ...more]
  const child = spawn(process.execPath, words, { cwd: root, env: bareEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
  const forget = cleanAtExit(() => child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text = (text + chunk).slice(-KEPT_OUTPUT)
    })
  }
  const ended = once(child, 'exit').then(([code]) => {
    forget()
    return code as number | null
  })
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
    output: () => text,
  }
}
