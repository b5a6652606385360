import type { TimelineItem } from '@aliquot/contract/timeline'

const TOGETHER_MS = 15 * 60_000

/**
 * A title is saved during typing, so its history would consist of letters. Changes of the title by one person in one go
 * are shown as one; the journal keeps each.
 */
export function mergeItems(items: readonly TimelineItem[]): TimelineItem[] {
  const merged: TimelineItem[] = []
  for (const older of items.filter((item) => !isEcho(item))) {
    const newer = merged.at(-1)
    if (newer && belongTogether(older, newer)) merged[merged.length - 1] = join(older, newer)
    else merged.push(older)
  }
  return merged
}

/** A change of a step, a link or a file has its own event, and one more among the changes of the entry. */
const ECHOES = new Set(['steps', 'links', 'uploads', 'action_requested', 'action_done'])

function isEcho({ subject, verb, changes }: TimelineItem): boolean {
  const isChange = subject === 'entity' && verb === 'updated' && changes.length > 0
  return isChange && changes.every(({ field }) => ECHOES.has(field))
}

function belongTogether(older: TimelineItem, newer: TimelineItem): boolean {
  const isNear = timeOf(newer.created_at) - timeOf(older.created_at) < TOGETHER_MS
  return isNear && isTitleAlone(older) && isTitleAlone(newer) && older.userid === newer.userid
}

function isTitleAlone({ subject, verb, changes }: TimelineItem): boolean {
  return subject === 'entity' && verb === 'updated' && changes.length === 1 && changes[0]?.field === 'title'
}

function join(older: TimelineItem, newer: TimelineItem): TimelineItem {
  const changes = older.changes.map((change) => ({ ...change, after: newer.changes[0]?.after }))
  return { ...older, changes, last_position: newer.last_position, ended_at: newer.ended_at, as_of: newer.as_of }
}

/** Only compared with each other, so the zone does not matter. */
function timeOf(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`)
}
