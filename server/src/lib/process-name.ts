import { hash } from 'node:crypto'
import { hostname } from 'node:os'

const MACHINE = hash('sha256', hostname()).slice(0, 8)

/** Tells this process from all others that run: machine and number. */
export const PROCESS_NAME = `${MACHINE}-${process.pid}`

const NAME = /^([0-9a-f]{8})-(\d+)(?=-|$)/

/** Of what begins with the name of a process: does that one run, or is it over? Of other machines nobody here knows. */
export function fateOf(name: string): 'this one' | 'running' | 'ended' | 'unknown' {
  const [own, machine, pid] = NAME.exec(name) ?? []
  if (own === PROCESS_NAME) return 'this one'
  if (machine !== MACHINE) return 'unknown'
  return isAlive(Number(pid)) ? 'running' : 'ended'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
