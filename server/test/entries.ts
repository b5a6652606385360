import type { Context } from '../src/context.ts'
import type { Db, NewEntity } from '../src/db/schema.ts'
import { countEntity } from '../src/features/counts/entry-counts.ts'
import { fieldsOf, storeFields } from '../src/features/entries/entries.fields.ts'
import { grantRows } from '../src/features/entries/entries.permissions.ts'
import * as repo from '../src/features/entries/entries.repo.ts'
import { mark } from '../src/features/search/indexing/pending.repo.ts'
import { putText } from '../src/features/search/indexing/search-index.ts'
import { searchedText, searchText } from '../src/lib/search-text.ts'
import { foldText, titleKey } from '../src/lib/text.ts'

const NOBODY = '{"teams": [], "teamgroups": [], "users": []}'
const READ = 1

export type GivenEntry = Partial<NewEntity> & { team: number; userid: number; body?: string }

let made = 0

/** Inserts entries directly, without a journal, for tests that need more than requests can create. */
export function insertEntries(ctx: Context, entries: readonly GivenEntry[]): Promise<number[]> {
  return ctx.db.write((db) => insertEntriesIn(db, ctx.now(), entries))
}

/** Tags entries of team 1 directly; a tag that starts with a bar is on its way out. */
export function insertTags(
  ctx: Context,
  tagged: readonly { entity: number; tags: readonly string[] }[],
): Promise<void> {
  return ctx.db.write(async (db) => {
    for (const tag of new Set(tagged.flatMap(({ tags }) => tags))) {
      const row = { team: 1, tag, tag_key: foldText(tag) }
      const { id: tag_id } = await db.insertInto('tags').values(row).returning('id').executeTakeFirstOrThrow()
      const having = tagged
        .filter(({ tags }) => tags.includes(tag))
        .map(({ entity: entity_id }) => ({ entity_id, tag_id }))
      await db.insertInto('entity_tags').values(having).execute()
    }
  })
}

/** Entries as part of a larger change. */
export async function insertEntriesIn(db: Db, at: string, entries: readonly GivenEntry[]): Promise<number[]> {
  const ids: number[] = []
  for (const { body, ...given } of entries) {
    const title = given.title ?? 'Untitled'
    // Not by the repository, which never takes an id.
    const values: NewEntity = {
      type: 1,
      title,
      title_key: titleKey(title),
      date: '2026-03-02',
      elabid: `20260302-${String(++made).padStart(40, '0')}`,
      rating: 0,
      state: 1,
      content_type: 1,
      hide_main_text: 0,
      canread_base: 30,
      canwrite_base: 20,
      canread: NOBODY,
      canwrite: NOBODY,
      canread_is_immutable: 0,
      canwrite_is_immutable: 0,
      locked: 0,
      timestamped: 0,
      created_at: at,
      modified_at: at,
      version: 1,
      ...given,
    }
    const entry = await db.insertInto('entities').values(values).returningAll().executeTakeFirstOrThrow()
    if (body !== undefined) await repo.putBody(db, { id: entry.id, body, deltas: 0 })
    await repo.insertGrants(db, grantRows(entry, READ, entry.canread))
    await countEntity(db, undefined, entry)
    const fields = fieldsOf(entry.metadata)
    await storeFields(db, entry.id, fields)
    const { id, version } = entry
    await putText(db, { id, title: searchText(title), body: searchedText(body ?? '', entry.content_type) })
    await mark(db, { id, version, at })
    ids.push(entry.id)
  }
  return ids
}
