import type { FeedChange } from '@aliquot/contract/changes'
import type { QueryKey } from '@tanstack/react-query'

/** The part of an entry that a change is about; undefined for the entry itself. */
const PART_OF: Record<string, string> = {
  comment: 'comments',
  link: 'links',
  step: 'steps',
  upload: 'files',
  request: 'requests',
}

/** What the page shows of a single entry. Any other key below `entries` is a list. */
const OF_ONE_ENTRY = new Set(['entry', 'timeline', ...Object.values(PART_OF)])

/** Where the page shows what belongs to no entry. */
const KEYS_OF: Record<string, readonly string[]> = {
  apikey: ['apikeys'],
  favtag: ['favtags', 'team-tags'],
  follow: ['follows'],
  label: ['labels'],
  notification: ['notifications'],
  tag: ['team-tags'],
  todo: ['todolist'],
  view: ['views'],
  webhook: ['webhooks'],
}

/** A change of these shows in lists, too. */
const SHOWN_IN_LISTS = new Set(['label', 'tag', 'pin', 'access', 'comment', 'step', 'upload', 'request'])

export function isOfOneEntry([place, what]: QueryKey): boolean {
  return place === 'entries' && OF_ONE_ENTRY.has(String(what))
}

/** Whether a query may have another answer after the change. */
export function isStaleAfter(change: FeedChange, key: QueryKey): boolean {
  const [noun = ''] = change.kind.split('.')
  const [place, what, which] = key as [string, unknown, unknown]
  if (KEYS_OF[noun]?.includes(place)) return true
  if (place === 'requests') return noun === 'request' || noun === 'access'
  if (place === 'own files') return noun === 'upload'
  const { entity } = change
  if (place === 'titles') return entity !== null && change.fields.includes('title')
  if (place !== 'entries') return false
  if (!entity) return SHOWN_IN_LISTS.has(noun) && !isOfOneEntry(key)
  if (!isOfOneEntry(key)) return isListOf(entity.type, which)
  if (noun === 'link' && what === 'entry' && which === change.subject.id) return true
  if (which !== entity.id) return false
  const part = PART_OF[noun]
  // The record of an entry contains its parts, and what was done to the whole may concern each of them.
  if (what === 'entry' || what === 'timeline') return true
  return part === undefined ? !change.kind.endsWith('.updated') : what === part
}

/** Lists say of which type they are; others, such as the dashboard, show several. */
function isListOf(type: string, which: unknown): boolean {
  const named = typeof which === 'object' && which !== null && 'type' in which ? which.type : type
  return named === type
}
