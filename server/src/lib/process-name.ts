import { hash } from 'node:crypto'
import { hostname } from 'node:os'

const HOST = hash('sha256', hostname()).slice(0, 8)

/** Tells this process from all others that run: machine and number. */
export const PROCESS_NAME = `${HOST}-${process.pid}`

/** Is this the name of a process of this machine that runs no more? Of other machines nobody here knows. */
export function hasEnded(name: string): boolean {
  const [, host, pid = ''] = /^([0-9a-f]{8})-(\d+)/.exec(name) ?? []
  return host === HOST && Number(pid) !== process.pid && !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
