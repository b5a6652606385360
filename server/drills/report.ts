/** The result of a drill. It passed if there are no problems. */
export interface Report {
  /** A one-line summary. */
  summary: string
  numbers: Record<string, string | number>
  problems: string[]
}

const MOST_SHOWN = 20

/** Prints a drill's numbers and problems; returns whether it passed. */
export function printReport(name: string, report: Report, seconds: number): boolean {
  const passed = report.problems.length === 0
  const rows = { ...report.numbers, 'seconds taken': Math.round(seconds) }
  const width = Math.max(...Object.keys(rows).map((key) => key.length))
  console.log()
  for (const [key, value] of Object.entries(rows)) console.log(`  ${key.padEnd(width)}  ${value}`)
  for (const problem of report.problems.slice(0, MOST_SHOWN)) console.log(`  ! ${problem}`)
  const hidden = report.problems.length - MOST_SHOWN
  if (hidden > 0) console.log(`  ! and ${hidden} more`)
  console.log(`${name}: ${report.summary}. ${passed ? 'Passed' : 'FAILED'}\n`)
  return passed
}

/** `200: 1520, 503: 12`. */
export function countsText(counts: ReadonlyMap<number | string, number>): string {
  return [...counts].map(([key, count]) => `${key}: ${count}`).join(', ') || 'none'
}

export function addCounts(total: Map<number, number>, more: ReadonlyMap<number, number>): void {
  for (const [key, count] of more) total.set(key, (total.get(key) ?? 0) + count)
}
