import { getPriority, setPriority } from 'node:os'

/** Enough that requests go first on a full machine, and little enough that the work still gets done there. */
const STEPS_DOWN = 5
const LOWEST = 19

/** Lets requests go before a process, or before the calling thread. Only on Linux has a thread its own priority. */
export function giveWayToRequests(pid = 0): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(pid, Math.min(getPriority(pid) + STEPS_DOWN, LOWEST))
  } catch {
    // It has already ended.
  }
}
