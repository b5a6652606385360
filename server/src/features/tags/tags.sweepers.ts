import type { Change } from '../../change.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, SweepRow } from '../../db/schema.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { changeEntity } from '../entries/entries.change.ts'
import { holdRow } from '../entries/entries.lookup.ts'
import { valueThen } from '../timeline/value-then.ts'
import * as repo from './tags.repo.ts'
import { setTags } from './tags.set.ts'

/** How entries follow when their tag is renamed, merged or deleted. */
export const tagSweepers = {
  'tag renamed': { next, sweep: findByNewName, finish: () => Promise.resolve(true) },
  'tag merged': { next, sweep: exchange, finish: dropTag },
  'tag deleted': { next, sweep: exchange, finish: dropTag },
}

async function next(db: Db, { subject_id, after_id }: SweepRow, most: number): Promise<number[]> {
  const rows = await listEntries(db, { tag: subject_id, after: after_id, most })
  return rows.map((row) => row.entity_id)
}

/** The tag is already renamed; only the search index and the entry's history are left. */
async function findByNewName(work: Change, author: Author, { subject_id }: SweepRow, id: number): Promise<void> {
  const [entry] = await holdRow(work.db, { id })
  if (!entry || !(await hasTag(work.db, id, subject_id))) return
  const after = (await repo.listOf(work.db, { entity: id })).map(({ tag }) => tag)
  const told = await valueThen(work.db, { chain: id, subject: 'entity', subjectId: id }, 'tags', MOST_POSITION)
  const before = Array.isArray(told) ? told.map(String) : []
  await changeEntity(work, author, entry, { tags: { before, after }, touch: false })
}

const MOST_POSITION = 2_147_483_647

/** Tags do not "modify" an entry, but its version grows and its history records it. */
async function exchange(work: Change, author: Author, sweep: SweepRow, id: number): Promise<void> {
  const [entry] = await holdRow(work.db, { id })
  if (!entry) return
  const present = await repo.listOf(work.db, { entity: id })
  const wanted = new Set(present.map((tag) => tag.id))
  if (!wanted.delete(sweep.subject_id)) return
  if (sweep.into_id !== null) wanted.add(sweep.into_id)
  await changeEntity(work, author, entry, { tags: await setTags(work, entry, wanted), touch: false })
}

/** Deletes the tag once no entry has it. It is locked, so that nobody adds it to an entry meanwhile. */
async function dropTag(work: Change, { subject_id: id }: SweepRow): Promise<boolean> {
  const [tag] = await repo.hold(work.db, { id })
  if (!tag) return true
  const [left] = await listEntries(work.db, { tag: id, after: 0, most: 1 })
  if (left) return false
  await repo.remove(work.db, id)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'tag',
    subjectId: id,
    verb: 'deleted',
    changes: { team: { before: tag.team }, tag: { before: tag.tag } },
    seal: null,
  })
  return true
}

async function hasTag(db: Db, entity: number, tag: number): Promise<boolean> {
  return (await repo.listOf(db, { entity })).some(({ id }) => id === tag)
}

const listEntries = prepared((db: Db, p: { tag: number; after: number; most: number }) =>
  db
    .selectFrom('entity_tags')
    .select('entity_id')
    .where('tag_id', '=', p.tag)
    .where('entity_id', '>', p.after)
    .orderBy('entity_id')
    .limit(p.most),
)
