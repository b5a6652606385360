import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** What must not outlive the drill, whichever way it ends: child processes and temporary folders. */
const leftovers = new Set<() => void>()

/** Runs `clean` when the drill's process ends. Returns what takes it off the list again. */
export function cleanAtExit(clean: () => void): () => void {
  leftovers.add(clean)
  return () => leftovers.delete(clean)
}

/** A temporary folder that is gone when the drill is over. */
export function makeFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `aliquot-drill-${name}-`))
  const removeNow = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  const forget = cleanAtExit(removeNow)
  return {
    path,
    remove() {
      removeNow()
      forget()
    },
  }
}

/** Makes an interrupted drill clean up after itself. */
export function cleanWhenInterrupted(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
  }
  // npm passes SIGTERM on to the shell between us, which dies of it without telling us.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.exit(128 + constants.signals.SIGTERM), 250).unref()
  process.on('exit', () => {
    // The newest first: a disk is unmounted before the folder is removed that it was mounted in.
    for (const clean of [...leftovers].reverse()) {
      try {
        clean()
      } catch (error) {
        console.error(error)
      }
    }
  })
}
