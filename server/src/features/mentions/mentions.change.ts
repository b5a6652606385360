import { readersAmong } from '../../access/readers.ts'
import type { Change } from '../../change.ts'
import { notifyOfMentions } from '../notifications/notify.ts'
import { excerptAround } from './excerpt.ts'
import { findNamed } from './find-named.ts'
import * as repo from './mentions.repo.ts'
import { mentionedIn, type Place } from './names-in-text.ts'

/** A text that was stored within a change, and what it was before. */
export interface Written {
  entity: number
  /** Null if it is the main text. */
  comment: number | null
  author: number | null
  before: string | null
  after: string
  isHtml: boolean
}

/** The most people that one change tells. */
const MOST_TOLD = 50
/** The most typed names that are looked up. */
const MOST_NAMES = 30

const NOBODY: ReadonlySet<number> = new Set([])

/**
 * Notifies the people that a text mentions and did not mention before, if they may read the entry. Returns those who want
 * to be told of mentions. The journal has the text, so this is not an event.
 */
export async function notifyMentioned(work: Change, written: Written): Promise<ReadonlySet<number>> {
  const { entity, comment, author, before, after, isHtml } = written
  if (author === null || !after.includes('@')) return NOBODY
  const now = mentionedIn(after)
  if (now.ids.size === 0 && now.names.size === 0) return NOBODY
  const known = mentionedIn(before ?? '')
  const isNew = (userid: number) => userid !== author && !known.ids.has(userid)
  const places = new Map<number, Place>([...now.ids].filter(([userid]) => isNew(userid)).slice(0, MOST_TOLD))
  const names = [...now.names].filter(([name]) => !known.names.has(name)).slice(0, MOST_NAMES)
  if (places.size === 0 && names.length === 0) return NOBODY
  const [access] = await repo.findAccess(work.db, { id: entity })
  if (!access) return NOBODY
  for (const [name, place] of names) {
    const userid = await findNamed(work.db, access, name)
    if (userid !== undefined && isNew(userid) && !places.has(userid)) places.set(userid, place)
  }
  const readers = await readersAmong(work.db, access, [...places.keys()].slice(0, MOST_TOLD))
  if (readers.size === 0) return NOBODY
  const mentioned = Array.from(readers, (userid) => {
    const place = places.get(userid)
    return { userid, excerpt: comment === null && place ? excerptAround(after, place, isHtml) : undefined }
  })
  return notifyOfMentions(work, { entity, comment, author, mentioned })
}
