import type { Db } from '../../db/schema.ts'
import { type Changes, lengthAfter } from '../../journal/changes.ts'
import { findLastTouch } from '../history/history.lookup.ts'
import { listChanges } from '../timeline/timeline.lookup.ts'
import { takeBatch } from '../timeline/value-then.ts'
import { listSaves, type SaveRow } from './revisions.repo.ts'

/** Which saves of a main text count as revisions. */
export interface RevisionRules {
  /** A save that changes the length by at least this many characters. */
  minDelta: number
  /** Or a save after this many days without a change. */
  minDays: number
  /** The most revisions, newest first; 0 for all. */
  most: number
}

/**
 * The revisions of an entry, newest first. They are derived from the journal and not stored, so a change of the rules
 * also affects the past. The first save of a text always counts.
 */
export async function findRevisions(db: Db, chain: number, rules: RevisionRules): Promise<SaveRow[]> {
  const found: Save[] = []
  let first: Save | undefined
  let later: Save | undefined
  for await (const save of savesBack(db, chain)) {
    if (later && (await isRevision(db, chain, later, save, rules))) found.push(later)
    if (rules.most > 0 && found.length === rules.most) return found
    if (canBeRevision(save)) first = save
    later = save
  }
  if (first && !found.includes(first)) found.push(first)
  return found
}

interface Save extends SaveRow {
  length: number
}

/** Neither the creation of an entry nor a restore is a revision. */
function canBeRevision({ verb, fields, length }: Save): boolean {
  return verb === 'updated' && length > 0 && !fields.split(',').some((field) => GOING_BACK.has(field))
}

const GOING_BACK = new Set(['restore', 'restored'])

const DAY_MS = 86_400_000

async function isRevision(db: Db, chain: number, save: Save, before: Save, rules: RevisionRules): Promise<boolean> {
  if (!canBeRevision(save)) return false
  if (Math.abs(save.length - before.length) >= rules.minDelta) return true
  const isLongAfter = (at: string) => Date.parse(save.at) - Date.parse(at) >= rules.minDays * DAY_MS
  if (!isLongAfter(before.at)) return false
  const [touched] = await findLastTouch(db, { chain, position: save.position - 1 })
  return touched !== undefined && isLongAfter(touched.at)
}

const SAVES_AT_ONCE = 80
const MOST_BYTES = 4_000_000
const MOST_POSITION = 2_147_483_647

async function* savesBack(db: Db, chain: number): AsyncGenerator<Save> {
  for (let before = MOST_POSITION; ; ) {
    const saves = await listSaves(db, { chain, before, most: SAVES_AT_ONCE })
    for (let at = 0; at < saves.length; ) {
      const batch = takeBatch(saves.slice(at), MOST_BYTES)
      at += batch.length
      yield* await measure(db, chain, batch)
    }
    const oldest = saves.at(-1)
    if (!oldest || saves.length < SAVES_AT_ONCE) return
    before = oldest.position
  }
}

async function measure(db: Db, chain: number, saves: readonly SaveRow[]): Promise<Save[]> {
  const positions = saves.map(({ position }) => position)
  const rows = await listChanges(db, chain, positions)
  const lengths = new Map(rows.map(({ position, changes }) => [position, lengthIn(JSON.parse(changes) as Changes)]))
  return saves.map((save) => ({ ...save, length: lengths.get(save.position) ?? 0 }))
}

function lengthIn({ body }: Changes): number {
  return body ? lengthAfter(body) : 0
}
