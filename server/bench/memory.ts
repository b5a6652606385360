import { readFileSync } from 'node:fs'

/** Follows the memory that is the process's own: not the pages of files that the system maps, and takes back at will. */
export function watchOwn(pid: number): { end(): number } {
  let latest = 0
  const now = () => {
    try {
      latest = Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    } catch {
      // The process has ended, and whoever waits for it says why.
    }
    return latest
  }
  const before = now()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, now())
  }, 50)
  timer.unref()
  return {
    end() {
      clearInterval(timer)
      return most - before
    },
  }
}
