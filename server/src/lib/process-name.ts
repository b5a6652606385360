import { hash } from 'node:crypto'
import { hostname } from 'node:os'

const MACHINE = hash('sha256', hostname()).slice(0, 8)

/** Identifies this process among all that run: machine and pid. */
export const PROCESS_NAME = `${MACHINE}-${process.pid}`

const NAME = /^([0-9a-f]{8})-(\d+)(?=-|$)/

/** Whether the process at the start of this name still runs. Unknown for other machines. */
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
