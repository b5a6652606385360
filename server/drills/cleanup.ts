import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** What must not outlive the drill, however it ends: child processes and temporary folders. */
const leftovers = new Set<() => unknown>()

/**
 * Runs `clean` when the drill's process ends; an interrupted drill also awaits it. Returns a function that cancels
 * this.
 */
export function cleanAtExit(clean: () => unknown): () => void {
  leftovers.add(clean)
  return () => leftovers.delete(clean)
}

/** A temporary folder that is removed after the drill. */
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

const MOST_CLEANING_MS = 10_000

/** Makes an interrupted drill clean up. */
export function cleanWhenInterrupted(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => endBy(signal))
  // npm forwards SIGTERM to the shell between us, which dies without telling us.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && endBy('SIGTERM'), 250).unref()
  process.on('exit', () => {
    for (const clean of newestFirst()) attempt(clean)
  })
}

let isEnding = false

async function endBy(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<void> {
  if (isEnding) return
  isEnding = true
  setTimeout(() => process.exit(1), MOST_CLEANING_MS)
  for (const clean of newestFirst()) await attempt(clean)
  process.exit(128 + constants.signals[signal])
}

/** A disk is unmounted before its folder is removed. */
function newestFirst(): (() => unknown)[] {
  return [...leftovers].reverse()
}

async function attempt(clean: () => unknown): Promise<void> {
  try {
    await clean()
  } catch (error) {
    console.error(error)
  } finally {
    leftovers.delete(clean)
  }
}
