import type { TimelineItem } from '@aliquot/contract/timeline'

/** Events of one kind that one person caused in one go: nine added files. Newest first. */
export interface Line {
  items: [TimelineItem, ...TimelineItem[]]
}

/** What one person did within about a minute. */
export interface Group {
  newest: TimelineItem
  lines: Line[]
}

const MINUTE_MS = 60_000
/** Parts that are told together. Each comment has its own words. */
const COUNTED = new Set(['step', 'link', 'upload'])

/** Groups events, newest first, by person and minute. */
export function groupItems(items: readonly TimelineItem[]): Group[] {
  const groups: { newest: TimelineItem; items: TimelineItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    const next = last?.items.at(-1)
    if (last && next && belongTogether(item, next)) last.items.push(item)
    else groups.push({ newest: item, items: [item] })
  }
  return groups.map(({ newest, items }) => ({ newest, lines: linesOf(items) }))
}

function belongTogether(older: TimelineItem, newer: TimelineItem): boolean {
  const isSame = older.userid === newer.userid && older.via === newer.via && older.reason === newer.reason
  return isSame && timeOf(newer.created_at) - timeOf(older.ended_at) < MINUTE_MS
}

function linesOf(items: readonly TimelineItem[]): Line[] {
  const lines = new Map<string, Line>()
  for (const item of items) {
    const kind = kindOf(item)
    const line = lines.get(kind)
    if (line) line.items.push(item)
    else lines.set(kind, { items: [item] })
  }
  return [...lines.values()]
}

/** Events with the same kind are one line. */
function kindOf({ subject, verb, position, changes }: TimelineItem): string {
  if (!COUNTED.has(subject)) return `${position}`
  if (verb !== 'updated') return `${subject} ${verb}`
  const finished = changes.find(({ field }) => field === 'finished')
  return finished ? `${subject} finished ${finished.after}` : `${position}`
}

/** Only compared with each other, so the zone does not matter. */
function timeOf(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`)
}
