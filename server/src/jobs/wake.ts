/** The runners of this process, to be told of new jobs: they need not look for them often. */
const runners = new Set<() => void>()

export function onNewJobs(wake: () => void): () => void {
  runners.add(wake)
  return () => runners.delete(wake)
}

/** There may be a job now, or in a moment, when a transaction ends. */
export function announceJobs(): void {
  for (const wake of runners) wake()
}
