import type { EntityType } from '@aliquot/contract/common'
import { requireKnownSession } from '../../api/known-session.ts'
import { beginningOf, noteEntriesWait, UNTITLED } from '../../api/new-entries.ts'
import { dropLastWords, putLastWords } from '../../sync/last-words.ts'
import type { UnsavedRow } from '../../sync/unsaved-row.ts'
import { type Caught, catchEarlyKeys, type EarlyKeys, takeEarlyKeys } from '../../ui/keys/early-keys.ts'

/** The new entry whose title is typed before its page is there. */
export interface EarlyEntry {
  type: EntityType
  id: number
}

interface Early {
  caught: Caught
  /** Undefined if these keys cannot become an entry of their own. */
  entryOf(): EarlyEntry | undefined
  since: number
}

/** Later the page of the entry is there, or never comes. */
const LONGEST_WAIT = 30_000

let early: Early | undefined
let stored: string | undefined

/**
 * Keys typed right after asking for a new entry are its title. If the window closes before the page of the entry is
 * there, they stay on this device, as if they had been typed on that page.
 */
export function catchEarlyTitle(entryOf: Early['entryOf']): void {
  early = { caught: catchEarlyKeys(), entryOf, since: Date.now() }
  // Once: the listeners are the same functions.
  addEventListener('pagehide', keep)
  addEventListener('pageshow', drop)
}

/** The title typed so far, and what came after it. */
export function takeEarlyTitle(): EarlyKeys | undefined {
  const keys = early && takeEarlyKeys(early.caught)
  early = undefined
  return keys
}

function keep(): void {
  if (!early || early.caught.typed.trim() === '' || Date.now() - early.since > LONGEST_WAIT) return
  const entry = early.entryOf()
  if (!entry) return
  const row = rowOf(entry, early.caught.typed)
  putLastWords(row)
  noteEntriesWait(true)
  stored = row.key
}

/** The page lives on, and so do its keys. */
function drop(): void {
  if (stored) dropLastWords(stored)
  stored = undefined
}

function rowOf({ type, id }: EarlyEntry, typed: string): UnsavedRow {
  const [title = '', ...lines] = typed.split('\n')
  const kind = beginningOf(id).content_type === 2 ? 'markdown' : 'html'
  const body = kind === 'markdown' ? lines.join('\n') : lines.map(paragraph).join('')
  const blank = { title: UNTITLED, body: '' }
  return {
    kind,
    etag: '"0-"',
    base: blank,
    known: blank,
    current: { title: title || UNTITLED, body },
    sending: undefined,
    at: Date.now(),
    key: `${id}/early`,
    type,
    entryId: id,
    userid: requireKnownSession().userid,
  }
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function paragraph(line: string): string {
  return `<p>${line.replaceAll(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign)}</p>`
}
