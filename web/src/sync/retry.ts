const FIRST_RETRY = 500
const LONGEST_RETRY = 10_000

/** Exponential back-off with an upper limit. */
export function retryDelay(failures: number): number {
  return Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1))
}

/** Resolves when it is time to retry: after the delay, or at once when the network is back or the signal aborts. */
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
