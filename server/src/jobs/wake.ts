/** The runners of this process, to be woken for new jobs, so that they need not poll often. */
const runners = new Set<() => void>()

export function onNewJobs(wake: () => void): () => void {
  runners.add(wake)
  return () => runners.delete(wake)
}

/** There may be a job now, or soon, when a transaction commits. */
export function announceJobs(): void {
  for (const wake of runners) wake()
}
