/** How long work keeps this thread busy, in ms. On a busy machine the clock says nothing about the work itself. */
export function processorTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
