import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { eln } from '../../test/archives/eln.ts'
import { endpointsOf, exampleOf } from '../../test/endpoint-examples.ts'
import { emptyWorld } from '../../test/example-world.ts'
import { oneFile } from '../../test/forms.ts'
import { type Prepared, prepare, type TestApp, type TestUser, testApp } from '../../test/harness.ts'
import { testRandom } from '../../test/seed.ts'
import { change } from '../change.ts'
import type { Database } from '../db/database.ts'
import { engineOf } from '../db/dialect.ts'
import { ENTRY_INDEX } from '../db/entry-indexes.ts'
import type { Db } from '../db/schema.ts'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { TABLES } from '../db/tables/all.ts'
import { sessionsTable } from '../db/tables/people/sessions.ts'
import { changeSettings } from '../features/config/config.service.ts'
import { indexPending } from '../features/search/indexing/keep-indexed.ts'
import { searchId as searchIdOfPeople } from '../features/users/people-search.ts'
import { archiveMembership, setAdmin } from '../features/users/users.memberships.ts'
import { setValidUntil } from '../features/users/users.state.ts'
import { makeCheckpoints } from '../journal/checkpoints.ts'
import { sealOf } from '../journal/seals.ts'
import { verify } from './verify.ts'

const onSqlite = process.env.TEST_ENGINE !== 'postgres'
const AUTHOR = { userid: null, via: 'test', address: '' }

/** The comparison does not depend on the engine, only the reading does: PostgreSQL needs only a sample. */
function isTried(index: number): boolean {
  return onSqlite || index % 3 === 0
}

let notebook: Promise<Prepared<void>> | undefined

async function usedNotebook(): Promise<TestApp> {
  notebook ??= prepare(async (app) => {
    await useNotebook(app)
    await indexPending(app.ctx)
  })
  return testApp({}, await notebook)
}

test('a notebook that was only used through the service fits its journal', async () => {
  const app = await usedNotebook()
  const verdict = await verify(app.ctx.db)
  expect(verdict.findings).toEqual([])
  expect(verdict).toMatchObject({ ok: true, wrong: 0, chains: 6 })
  expect(verdict.events).toBeGreaterThan(20)
  expect(verdict.checkpoints).toBe(1)
})

test('an empty notebook fits its journal', async () => {
  const { ctx } = await testApp()
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [], chains: 0 })
})

/** Columns that may change without an event, and why. Every other column of these tables is guarded. */
const UNGUARDED: Record<string, Readonly<Record<string, string>>> = Object.fromEntries(
  TABLES.filter(({ proof }) => proof.by !== 'nothing').map(({ name, ...table }) => [
    name,
    'unguarded' in table ? table.unguarded : {},
  ]),
)

/** The table that a finding names if the changed column is the row's own key. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = {
  ...namesOfSealed(),
  'entities.id': 'entities',
  'bodies.entity_id': 'bodies',
  'upload_totals.team': 'upload_totals',
  'events.id': 'checkpoints',
  'events.chain': 'events',
  'events.position': 'events',
  'chains.chain': 'chains',
  'tag_counts.tag_id': 'tag_counts',
  'checkpoints.id': 'checkpoints',
  // Findings about child rows name the entry.
  'entity_tags.entity_id': 'entities',
  'entity_tags.tag_id': 'entities',
  'entity_grants.entity_id': 'entities',
  'entity_grants.access': 'entities',
  'entity_grants.kind': 'entities',
  'entity_grants.grantee': 'entities',
  'entity_grants.type': 'entities',
  'entity_grants.team': 'entities',
  'entity_grants.userid': 'entities',
  'entity_grants.state': 'entities',
  'entity_grants.canread_base': 'entities',
  'entity_fields.entity_id': 'entities',
  'entity_fields.place': 'entities',
  'entity_fields.name': 'entities',
  'entity_fields.name_key': 'entities',
  'entity_fields.value': 'entities',
  'entity_texts.entity_id': 'entities',
  'entity_texts.title': 'entities',
  'entity_texts.body': 'entities',
}

/** The key of a sealed row, and the entry of its chain. */
function namesOfSealed(): Record<string, string> {
  const sealed = TABLES.filter(({ proof }) => proof.by === 'seal')
  const names = sealed.flatMap(({ name, key, proof }) => {
    const columns = 'chain' in proof && proof.chain === 'entry' ? [...key, 'entity_id'] : key
    return columns.map((column) => [`${name}.${column}`, name])
  })
  return Object.fromEntries(names)
}

/** The column by which findings name a row. */
const ID: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TABLES.flatMap(({ name, proof }) => ('id' in proof ? [[name, proof.id]] : []))),
  ...{ bodies: 'entity_id', chains: 'chain', tag_counts: 'tag_id', upload_totals: 'team' },
  ...{ resource_settings: 'entity_id', template_settings: 'entity_id' },
}

/** Findings about these tables name the parent table. */
const PART_OF: Record<string, string> = { resource_settings: 'entities', template_settings: 'entities' }

test('a changed value in any guarded column is found and named, and putting it back makes everything fit', async () => {
  const { ctx } = await usedNotebook()
  const changed: string[] = []
  for (const [table, unguarded] of Object.entries(UNGUARDED)) {
    const columns = await columnsOf(ctx.db, table)
    expect(Object.keys(unguarded).filter((column) => !columns.some(({ name }) => name === column))).toEqual([])
    const guarded = columns.filter(({ name }) => !(name in unguarded))
    for (const column of guarded.filter((_, index) => isTried(index))) {
      const row = await pickRow(ctx.db.read, table, column.name)
      const where = `${table}.${column.name}`
      const value = alter(row[column.name], column.isText)
      await tamper(ctx.db, (db) => update(table, column.name, value, row).execute(db))
      const { findings } = await verify(ctx.db)
      const told = NAMED_OTHERWISE[where]
      const named = told
        ? findings.some((finding) => finding.table === told)
        : findings.some(
            ({ table: in_, id }) =>
              in_ === (PART_OF[table] ?? table) && (table.endsWith('_counts') || id === row[ID[table] ?? 'id']),
          )
      expect(named, `${where} ${row[column.name]} → ${value}: ${JSON.stringify(findings)}`).toBe(true)
      await tamper(ctx.db, (db) =>
        update(table, column.name, row[column.name], { ...row, [column.name]: value }).execute(db),
      )
      changed.push(where)
    }
    expect(await verify(ctx.db), table).toMatchObject({ ok: true, findings: [] })
  }
  expect(changed.length).toBeGreaterThan(onSqlite ? 140 : 45)
}, 240_000)

test('one changed character anywhere in a text, comment or event is found', async () => {
  const random = testRandom()
  const { ctx } = await usedNotebook()
  for (const { table, column, key } of [
    { table: 'bodies', column: 'body', key: 'entity_id' },
    { table: 'comments', column: 'comment', key: 'id' },
    { table: 'events', column: 'changes', key: 'id' },
  ]) {
    const { rows } = await sql<Record<string, string | number>>`
      select ${sql.ref(key)}, ${sql.ref(column)} from ${sql.table(table)} order by ${sql.ref(key)}`.execute(ctx.db.read)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows.filter((_, index) => isTried(index))) {
      const text = String(row[column])
      const at = random.int(0, text.length)
      const other = `${text.slice(0, at)}${text[at] === '~' ? '^' : '~'}${text.slice(at + 1)}`
      await tamper(ctx.db, (db) => update(table, column, other, { [key]: row[key] }).execute(db))
      const { findings } = await verify(ctx.db)
      expect(
        findings.some((finding) => finding.table === table && finding.id === row[key]),
        `${table} ${row[key]}, character ${at}`,
      ).toBe(true)
      await tamper(ctx.db, (db) => update(table, column, text, { [key]: row[key] }).execute(db))
    }
  }
  expect(await verify(ctx.db)).toMatchObject({ ok: true })
}, 120_000)

test('a flipped byte in a file, a cut-off one and a missing one are found and named', async () => {
  const { ctx } = await usedNotebook()
  const files = ctx.db.read.selectFrom('uploads').selectAll().orderBy('id')
  const { hash, id, entity_id } = await files.executeTakeFirstOrThrow()
  const path = join(ctx.config.DATA_DIR, 'files', hash.slice(0, 2), hash)
  const content = readFileSync(path)
  const check = () => verify(ctx.db, undefined, ctx.files)
  expect(await check()).toMatchObject({ ok: true, files: 3 })
  for (let byte = 0; byte < content.length; byte++) {
    const flipped = Buffer.from(content)
    flipped[byte] = (flipped[byte] ?? 0) ^ 1
    writeFileSync(path, flipped)
    expect((await check()).findings).toEqual([
      {
        table: 'files',
        id,
        entry: entity_id,
        message: expect.stringMatching(/\(gel\.png\): its content has been altered$/),
      },
    ])
  }
  writeFileSync(path, content.subarray(1))
  expect((await check()).findings[0]?.message).toMatch(/has 12 bytes, it should have 13$/)
  rmSync(path)
  expect((await check()).findings).toMatchObject([
    { table: 'files', id, message: expect.stringMatching(/is missing$/) },
  ])
  writeFileSync(path, content)
  expect(await check()).toMatchObject({ ok: true })
})

const ALTERATIONS: [string, (db: Db, entry: number) => RawBuilder<unknown>, RegExp][] = [
  [
    'an altered event',
    (_, entry) => sql`update events set userid = 99 where chain = ${entry} and position = 2`,
    /^entry \d+: event 2 \(2\d{3}-.*Z\) has been altered: its hash does not match$/,
  ],
  [
    'an event taken out of the middle',
    (_, entry) => sql`delete from events where chain = ${entry} and position = 3`,
    /^entry \d+: event 4 \(.*\) is out of place: event 3 should come here and is missing$/,
  ],
  [
    'a cut-off end of a chain',
    (_, entry) => sql`delete from events where chain = ${entry} and position > 4`,
    /^entry \d+: events 5 to \d+ are missing$/,
  ],
  [
    'all events of an entry taken away',
    (_, entry) => sql`delete from events where chain = ${entry}`,
    /^entry \d+: all of its \d+ events are missing$/,
  ],
  [
    'the end of a chain forgotten',
    (_, entry) => sql`delete from chains where chain = ${entry}`,
    /^entry \d+: its end is not noted in the list of chains$/,
  ],
  [
    'a changed comment',
    (_, entry) => sql`update comments set comment = 'never said' where entity_id = ${entry}`,
    /^comment \d+ of entry \d+ differs from what the journal says$/,
  ],
  [
    'a comment taken away',
    (_, entry) => sql`delete from comments where entity_id = ${entry}`,
    /^comment \d+ of entry \d+ is missing$/,
  ],
  [
    'a comment slipped in',
    (_, entry) => sql`
      insert into comments (entity_id, userid, comment, created_at, modified_at)
      values (${entry}, 1, 'x', '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z')`,
    /^comment \d+ of entry \d+ is not in the journal$/,
  ],
  [
    'a deleted comment back again',
    () => sql`
      insert into comments (id, entity_id, userid, comment, created_at, modified_at)
      select subject_id, chain, userid, 'x', at, at from events where subject = 'comment' and verb = 'deleted'`,
    /^comment \d+ of entry \d+ is there, but event \d+ \(.*\) deleted it$/,
  ],
  [
    'a step ticked off',
    (_, entry) => sql`update steps set finished = 1 where entity_id = ${entry}`,
    /^step \d+ of entry \d+ differs from what the journal says$/,
  ],
  [
    'a step taken away',
    (_, entry) => sql`delete from steps where entity_id = ${entry}`,
    /^step \d+ of entry \d+ is missing$/,
  ],
  [
    'a step slipped in',
    (_, entry) => sql`insert into steps (entity_id, body, ordering) values (${entry}, 'x', 9)`,
    /^step \d+ of entry \d+ is not in the journal$/,
  ],
  [
    'steps hidden from who reads the entry',
    (_, entry) => sql`update entities set has_steps = 0 where id = ${entry}`,
    /^entry \d+: whether it has steps is wrong$/,
  ],
  [
    'a link taken away',
    (_, entry) => sql`delete from entity_links where entity_id = ${entry}`,
    /^link \d+ of entry \d+ is missing$/,
  ],
  [
    'a link slipped in',
    (_, entry) => sql`insert into entity_links (entity_id, target_id)
      select ${entry}, min(id) from entities where id <> ${entry} and type = 1`,
    /^link \d+ of entry \d+ is not in the journal$/,
  ],
  [
    'links hidden from who reads the entry that they lead to',
    () => sql`update entities set is_linked = 0`,
    /^entry \d+: whether others point to it is wrong$/,
  ],
  [
    'a request made to look done',
    (_, entry) => sql`update request_actions set state = 2 where entity_id = ${entry}`,
    /^request \d+ of entry \d+ differs from what the journal says$/,
  ],
  [
    'somebody’s list changed',
    () => sql`update todo_items set body = 'x'`,
    /^todo \d+ differs from what the journal says$/,
  ],
  [
    'a text taken away',
    (_, entry) => sql`delete from bodies where entity_id = ${entry}`,
    /^the text of entry \d+ differs from what the journal says$/,
  ],
  ['an entry taken away', (_, entry) => sql`delete from entities where id = ${entry}`, /^entry \d+ is missing/],
  [
    'a tag put on an entry',
    (_, entry) => sql`
      insert into entity_tags (entity_id, tag_id)
      select ${entry}, id from tags where id not in (select tag_id from entity_tags where entity_id = ${entry})`,
    /^entry \d+ differs from what the journal says$/,
  ],
  [
    'a permission slipped in',
    (_, entry) => sql`insert into entity_grants (entity_id, access, kind, grantee) values (${entry}, 1, 3, 77)`,
    /^entry \d+: its permission rows differ from its permissions$/,
  ],
  [
    'an entry forgotten by the search',
    (db, entry) => forgetIn(db, 'first', entry),
    /^entry \d+: it is missing in the search index$/,
  ],
  [
    'an entry half forgotten by the search',
    (db, entry) => forgetIn(db, 'last', entry),
    /^entry \d+: it is missing in the search index$/,
  ],
  [
    'a text that is searched in another form',
    (_, entry) => sql`update entity_texts set body = 'never said' where entity_id = ${entry}`,
    /^entry \d+: its text is searched in another form$/,
  ],
  [
    'a comment forgotten by the search',
    (db, entry) => sql`delete from entity_search_comments
      where ${commentId(db)} in (select id from comments where entity_id = ${entry})`,
    /^comment \d+ of entry \d+ is missing in the search index$/,
  ],
  [
    'a value of a field slipped in',
    (_, entry) => sql`
      insert into entity_fields (entity_id, place, name, name_key, value) values (${entry}, 99, 'x', 'x', 'y')`,
    /^entry \d+: its rows of extra fields differ from its metadata$/,
  ],
  [
    'a wrong total',
    () => sql`update entity_counts set total = total + 1`,
    /^the number of entries is wrong for type 1, team 1,/,
  ],
  [
    'a person forgotten by the search',
    (db) => sql`delete from people_search where ${searchIdOfPeople(engineOf(db))} = 1`,
    /^user 1 cannot be found: they are missing in the search index$/,
  ],
  [
    'a deleted person back in the search',
    () => sql`update users set state = 3 where userid = 1`,
    /^user 1 is deleted and still in the search index$/,
  ],
  ['a wrong total of a day', () => sql`update daily_counts set total = total + 1`, /^the number of people of 2/],
  [
    'a resource made bookable',
    () => sql`update resource_settings set is_bookable = 1 - is_bookable`,
    /^entry \d+ differs from what the journal says$/,
  ],
  [
    'somebody slipped in who may book',
    () => sql`insert into entity_grants (entity_id, access, kind, grantee)
      select entity_id, 3, 3, 77 from resource_settings`,
    /^entry \d+: its permission rows differ from its permissions$/,
  ],
  [
    'permissions of a template taken away',
    () => sql`delete from template_settings`,
    /^entry \d+ differs from what the journal says$/,
  ],
  [
    'a place among templates given to an experiment',
    (_, entry) => sql`insert into template_settings (entity_id, ordering) values (${entry}, 3)`,
    /^entry \d+ differs from what the journal says$/,
  ],
  ['a status renamed', () => sql`update labels set title = 'Success'`, /^label \d+ differs/],
  [
    'a wrong number of uses of a tag',
    () => sql`update tag_counts set total = total + 1`,
    /^the number of uses of tag \d+ is wrong for team 1, everyone, level \d+$/,
  ],
  [
    'a favourite slipped in',
    () => sql`insert into favtags (userid, tag_id) select 2, min(id) from tags`,
    /^favtag 2 with tag \d+ is not in the journal$/,
  ],
  ['a favourite taken away', () => sql`delete from favtags`, /^favtag 1 with tag \d+ is missing$/],
  ['a team deleted behind the journal', () => sql`update teams set state = 3`, /^team \d+ differs/],
  [
    'a person slipped into a group',
    () => sql`insert into teamgroup_members (teamgroup, userid) select id, 1 from teamgroups`,
    /^teamgroup_member \d+ with user 1 is not in the journal$/,
  ],
  ['a person made sysadmin', () => sql`update users set is_sysadmin = 1`, /^user \d+ differs/],
  ['a person made admin', () => sql`update memberships set is_admin = 1`, /^membership \d in team \d differs/],
  [
    'a person slipped into a team',
    () => sql`
      insert into memberships (userid, team, is_admin, is_owner, is_archived, created_at)
      select 1, id, 1, 0, 0, created_at from teams where id <> 1`,
    /^membership 1 in team \d+ is not in the journal$/,
  ],
  [
    'a key slipped in',
    () => sql`
      insert into apikeys (name, userid, team, can_write, key_hash, created_at)
      values ('x', 1, 1, 1, 'x', '2020-01-01T00:00:00.000Z')`,
    /^apikey \d+ is not in the journal$/,
  ],
  ['a key taken away', () => sql`delete from apikeys where id = 1`, /^apikey 1 is missing$/],
  [
    'a checkpoint taken away',
    () => sql`update checkpoints set id = id + 1`,
    /^checkpoint 2 .*: checkpoint 1 is missing before it$/,
  ],
  [
    'a whole entry with all that tells of it taken away',
    (db, entry) => forget(db, entry),
    /^checkpoint 1 \(.*\): \d+ of its \d+ events are missing$/,
  ],
]
test.each(ALTERATIONS.filter((_, index) => isTried(index)))(
  '%s is found and named',
  async (_name, statement, message) => {
    const { ctx } = await usedNotebook()
    const entry = await richEntry(ctx.db.read)
    await tamper(ctx.db, async (db) => void (await statement(db, entry).execute(db)))
    const { findings } = await verify(ctx.db)
    expect(findings.map((finding) => finding.message)).toContainEqual(expect.stringMatching(message))
  },
)

test('only the first wrong event of a chain is told', async () => {
  const { ctx } = await usedNotebook()
  const entry = await richEntry(ctx.db.read)
  await tamper(ctx.db, (db) => sql`update events set address = 'elsewhere' where chain = ${entry}`.execute(db))
  const { findings } = await verify(ctx.db)
  expect(findings.filter((finding) => finding.table === 'events')).toHaveLength(1)
  expect(findings[0]).toMatchObject({ entry, message: expect.stringContaining('event 1 ') })
})

test('an event rewritten with a fitting hash breaks the link of the next one', async () => {
  const { ctx } = await usedNotebook()
  const entry = await richEntry(ctx.db.read)
  const event = await ctx.db.read
    .selectFrom('events')
    .selectAll()
    .where('chain', '=', entry)
    .where('position', '=', 2)
    .executeTakeFirstOrThrow()
  const { hashEvent } = await import('../journal/record.ts')
  const forged = { ...event, userid: 77 }
  await tamper(ctx.db, (db) =>
    sql`update events set userid = 77, hash = ${hashEvent(forged)} where id = ${event.id}`.execute(db),
  )
  const { findings } = await verify(ctx.db)
  expect(findings[0]?.message).toMatch(/event 3 .* does not continue from the event before it$/)
})

test('writers do not disturb: what is verified is one instant', async () => {
  const app = await usedNotebook()
  const user = await app.given.user()
  const entry = await app.given.experiment(user)
  let isOver = false
  const writing = (async () => {
    let written = 0
    while (!isOver) {
      await app.as(user).post(`experiments/${entry}/comments`, { comment: `number ${written}` })
      await app.as(user).patch(`experiments/${entry}`, { title: `title ${written++}` })
    }
    return written
  })()
  for (let round = 0; round < 5; round++) expect((await verify(app.ctx.db)).findings).toEqual([])
  isOver = true
  expect(await writing).toBeGreaterThan(0)
})

test('more findings than fit are counted', async () => {
  const { ctx } = await testApp()
  await tamper(ctx.db, async (db) => {
    for (let n = 0; n < 1100; n++) {
      await sql`insert into tags (team, tag, tag_key) values (1, ${`t${n}`}, ${`t${n}`})`.execute(db)
    }
  })
  const verdict = await verify(ctx.db)
  expect(verdict).toMatchObject({ ok: false, wrong: 1100 })
  expect(verdict.findings).toHaveLength(1000)
})

test.runIf(onSqlite)(
  'a random byte flipped in the database file is found whenever it changes what is stored',
  async () => {
    const random = testRandom()
    const { ctx } = await usedNotebook()
    const file = join(ctx.config.DATA_DIR, 'aliquot.db')
    const clean = join(ctx.config.DATA_DIR, 'clean.db')
    await sql`pragma wal_checkpoint(truncate)`.execute(ctx.db.read)
    copyFileSync(file, clean)
    const bytes = readFileSync(clean)
    const guarded = guardedPlaces(clean)
    const content = contentOf(clean, guarded)
    let changed = 0
    for (let round = 0; round < 150; round++) {
      const at = random.int(100, bytes.length)
      const damaged = Buffer.from(bytes)
      damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << random.int(0, 8)), at)
      // Each has its own file name, so that SQLite does not use the WAL of the previous one.
      const flipped = join(ctx.config.DATA_DIR, `flipped-${round}.db`)
      writeFileSync(flipped, damaged)
      if (contentOf(flipped, guarded) === content) continue
      changed++
      expect(await verifyFile(flipped), `byte ${at}`).toBe(false)
      rmSync(flipped)
    }
    expect(changed).toBeGreaterThan(5)
    expect(await verifyFile(clean)).toBe(true)
  },
  120_000,
)

const IMPORTED = [
  { '@id': './a/', '@type': 'Dataset', name: 'Salt', genre: 'experiment', author: { '@id': 'person://1' } },
  { '@id': 'person://1', '@type': 'Person', givenName: 'Marie', familyName: 'Curie' },
]

/** Creates some of everything through the service: users, entries, texts, comments, tags, keys, sessions. */
async function useNotebook(app: TestApp): Promise<void> {
  const ada = await app.given.user({ isAdmin: true })
  const ben = await app.given.user()
  const team = await app.given.team()
  await app.given.user({ team })
  await setValidUntil(app.ctx, AUTHOR, ben.id, '2099-12-31')
  await setAdmin(app.ctx, AUTHOR, ben.id, 1, true)
  await archiveMembership(app.ctx, AUTHOR, ben.id, 1)

  const rich = await app.given.experiment(ada, { title: 'Ångström', body: `<p>${'word '.repeat(600)}</p>` })
  const entry = app.as(ada)
  const lists = { teams: [team], teamgroups: [], users: [ben.id] }
  await mustBe(
    200,
    entry.patch(`experiments/${rich}`, { body: `<p>${'word '.repeat(300)}new ${'word '.repeat(300)}</p>` }),
  )
  await mustBe(200, entry.patch(`experiments/${rich}`, { canread: JSON.stringify(lists), rating: 3 }))
  await mustBe(200, entry.patch(`experiments/${rich}`, { metadata: '{"extra_fields":{"Batch":{"value":"B-17"}}}' }))
  await mustBe(201, entry.post(`experiments/${rich}/tags`, { tag: 'pcr' }))
  await mustBe(201, entry.post(`experiments/${rich}/comments`, { comment: 'kept' }))
  const gone = await entry.post(`experiments/${rich}/comments`, { comment: 'deleted' })
  await mustBe(204, entry.delete(`experiments/${rich}/comments/${gone.id}`))

  const file = await entry.postForm(`experiments/${rich}/uploads`, oneFile('gel.png', 'not a picture', 'lane 1'))
  await mustBe(200, entry.patch(`experiments/${rich}/uploads/${file.id}`, { comment: 'lane 2' }))
  await mustBe(201, entry.postForm(`experiments/${rich}/uploads/${file.id}`, oneFile('gel.png', 'not one either')))

  const short = await app.given.experiment(ada, { body: 'short', tags: ['elisa'] })
  await mustBe(200, entry.patch(`experiments/${short}`, { action: 'lock' }))
  await app.given.experiment(ada, { tags: ['elisa'] })
  await mustBe(204, entry.delete(`experiments/${short}`))
  const freezer = { is_bookable: 1, canbook: JSON.stringify(lists), canbook_base: 40, proc_price_tax: '12.50' }
  const { id: item } = await entry.post('items', freezer)
  await mustBe(201, entry.post(`experiments/${rich}/items_links/${item}`))
  await mustBe(201, entry.post(`experiments/${rich}/steps`, { body: 'done' }))
  await mustBe(200, entry.patch(`experiments/${rich}/steps`, { action: 'forcelock' }))
  const { id: step } = await entry.post(`experiments/${rich}/steps`, { body: 'Dilute' })
  await mustBe(
    200,
    entry.patch(`experiments/${rich}/steps/${step}`, { deadline: '2031-01-01', finished_time: '2026-01-01' }),
  )
  const request = { target_userid: ada.id, target_action: 30 }
  await mustBe(201, entry.post(`experiments/${rich}/request_actions`, request))
  const report = { name: 'Balance', host: 'pc', version: '1', interval: 60, waiting: 0, errors: 0 }
  await mustBe(204, entry.post('agents', report))
  await mustBe(201, entry.post('todolist', { content: 'Order tips' }))
  await mustBe(201, entry.post('items_types', { color: 'aabbcc', ordering: 2, canread_target_base: 40 }))
  await mustBe(201, entry.post('views', { name: 'Running', entity_type: 'experiments', search: '{}' }))
  await addSession(app, ada.id)
  await changeSettings(app.ctx, AUTHOR, { lang: 'fr_FR' })
  const { id: group } = await entry.post('teams/1/teamgroups', { name: 'Microscope' })
  await mustBe(200, entry.patch(`teams/1/teamgroups/${group}`, { how: 'add', userid: ben.id }))
  await mustBe(201, entry.post('favtags', { tag: 'pcr' }))
  await mustBe(201, entry.postForm('import', [{ name: 'file', filename: 'lab.eln', content: eln(IMPORTED) }]))
  await fillOthers(app, ada, rich)
  await makeCheckpoints(app.ctx)
}

/** Fills empty tables by the example call of the endpoint with the same name. */
async function fillOthers(app: TestApp, ada: TestUser, id: number): Promise<void> {
  const world = { ...(await emptyWorld(app)), ada, id }
  for (const { name } of TABLES.filter(({ proof }) => proof.by === 'seal')) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(app.ctx.db.read)
    if (rows.length > 0) continue
    const adds = endpointsOf(app.app).find(({ path, status }) => status === 201 && path.split('/').includes(name))
    if (!adds) throw new Error(`${name} has no row that could be altered: make one in useNotebook of verify.test.ts`)
    const { params, body, form } = await exampleOf(adds)(world)
    await mustBe(201, app.as(ada).call(adds, { params, body, form }))
  }
}

async function addSession(app: TestApp, userid: number): Promise<void> {
  await change(app.ctx, AUTHOR, async (work) => {
    const session = await work.db
      .insertInto('sessions')
      .values({
        userid,
        team: 1,
        token_hash: 'a'.repeat(64),
        created_at: work.at,
        last_seen_at: work.at,
        expires_at: '2099-01-01T00:00:00.000Z',
        client_address: '127.0.0.1',
        user_agent: 'test',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await work.record({
      chain: 0,
      subject: 'session',
      subjectId: session.id,
      verb: 'signed in',
      changes: {},
      seal: sealOf(sessionsTable, session),
    })
  })
}

async function mustBe(status: number, call: Promise<{ status: number; body: unknown }>): Promise<void> {
  const reply = await call
  if (reply.status !== status) throw new Error(`answered ${reply.status}: ${JSON.stringify(reply.body)}`)
}

/** The entry with a long text, comments and tags. */
async function richEntry(db: Db): Promise<number> {
  const row = await db.selectFrom('entities').select('id').where('title', '=', 'Ångström').executeTakeFirstOrThrow()
  return row.id
}

/** Removes an entry from one of the tables of the search indexes; SQLite has only one. */
function forgetIn(db: Db, which: 'first' | 'last', entry: number): RawBuilder<unknown> {
  const { entryRows } = ENTRY_INDEX[engineOf(db)]
  const { table = '', id = '' } = entryRows.at(which === 'first' ? 0 : -1) ?? {}
  return sql`delete from ${sql.table(table)} where ${sql.ref(id)} = ${entry}`
}

function commentId(db: Db) {
  return sql.ref(engineOf(db) === 'sqlite' ? 'rowid' : 'comment_id')
}

/** Removes an entry with its chain: only a checkpoint can tell. */
function forget(db: Db, entry: number): RawBuilder<unknown> {
  const comments = sql`select id from comments where entity_id = ${entry}`
  const first = sql`delete from entity_search_comments where ${commentId(db)} in (${comments})`
  const tables = [
    ...['notifications', 'comments', 'bodies', 'entity_tags', 'entity_grants', 'pins', 'entity_fields', 'entity_texts'],
    ...['steps', 'entity_links', 'request_actions'],
  ]
  const gone = tables.map((table) => sql`delete from ${sql.table(table)} where entity_id = ${entry}`)
  const rest = [
    forgetIn(db, 'first', entry),
    forgetIn(db, 'last', entry),
    sql`delete from entities where id = ${entry}`,
    sql`delete from chains where chain = ${entry}`,
    sql`delete from events where chain = ${entry}`,
  ]
  return {
    execute: async (on: Db) => {
      for (const one of [first, ...gone, ...rest]) await one.execute(on)
    },
  } as never
}

/** Changes rows behind the service's back, ignoring foreign keys. */
async function tamper(database: Database, work: (db: Db) => Promise<unknown>): Promise<void> {
  await database.streaming.connection().execute(async (db) => {
    await sql.raw(onSqlite ? 'pragma foreign_keys = off' : 'set session_replication_role = replica').execute(db)
    await work(db)
    await sql.raw(onSqlite ? 'pragma foreign_keys = on' : 'set session_replication_role = default').execute(db)
  })
}

function update(table: string, column: string, value: unknown, row: Record<string, unknown>): RawBuilder<unknown> {
  const same = Object.entries(row).map(([name, is]) =>
    is === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${is}`,
  )
  return sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.join(same, sql` and `)}`
}

async function columnsOf(database: Database, table: string): Promise<{ name: string; isText: boolean }[]> {
  const tables = await database.read.introspection.getTables()
  const columns = tables.find(({ name }) => name === table)?.columns ?? []
  expect(columns.length, table).toBeGreaterThan(0)
  return columns.map(({ name, dataType }) => ({ name, isText: dataType.toLowerCase() === 'text' }))
}

/** A row with a value in the column, if there is one. */
async function pickRow(db: Db, table: string, column: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} order by ${sql.ref(column)} is null, ${sql.ref(column)}`.execute(db)
  const row = rows[Math.floor(rows.length / 2)]
  if (!row) throw new Error(`${table} has no rows to change`)
  return row
}

function alter(value: unknown, isText: boolean): unknown {
  if (value === null) return isText ? 'x' : 7
  if (typeof value === 'number') return value > 100_000 ? value - 1 : value + 100_000
  const text = String(value)
  return text === '' ? 'x' : `${text.slice(0, -1)}${text.endsWith('~') ? '^' : '~'}`
}

/** The positions of the guarded columns in each table. */
function guardedPlaces(file: string): Map<string, number[]> {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return new Map(
      Object.entries(UNGUARDED).map(([table, unguarded]) => {
        const columns = db.prepare(`select name from pragma_table_info('${table}')`).all()
        return [table, columns.flatMap(({ name }, place) => (String(name) in unguarded ? [] : [place]))]
      }),
    )
  } finally {
    db.close()
  }
}

/**
 * The guarded content of a SQLite file; an unreadable one differs from everything. By position, because a flipped
 * letter in a column name does not change the stored data.
 */
function contentOf(file: string, guarded: ReadonlyMap<string, readonly number[]>): string {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return Array.from(guarded, ([table, places]) => {
      const rows = db.prepare(`select * from ${table} order by 1, 2`)
      rows.setReturnArrays(true)
      return JSON.stringify(rows.all().map((row) => places.map((place) => row[place])))
    }).join('\n')
  } catch (error) {
    return `cannot be read: ${error}`
  } finally {
    db.close()
  }
}

async function verifyFile(file: string): Promise<boolean> {
  let database: Database | undefined
  try {
    database = openSqlite(file)
    return (await verify(database)).ok
  } catch {
    return false
  } finally {
    await database?.close().catch(() => {})
  }
}
