const FIRST_RETRY = 500
const LONGEST_RETRY = 10_000

/** How long to wait after so many failures in a row: twice as long each time, but never longer than anybody would. */
export function retryDelay(failures: number): number {
  return Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1))
}

/** Resolves when it is time to try again: after a while, and at once when the network is back or the signal ends it. */
export function untilRetry(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, retryDelay(failures))
    addEventListener('online', end, { signal: ended.signal })
    signal.addEventListener('abort', end, { signal: ended.signal })
  })
}
