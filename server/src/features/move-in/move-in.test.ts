import { expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { notebookOf } from '../../../test/move-in/compare.ts'
import { listen } from '../../../test/raw-request.ts'
import { verify } from '../../verify/verify.ts'
import { findByEmail } from '../users/users.lookup.ts'
import type { MoveInOptions } from './move-in.options.ts'
import { moveIn } from './move-in.service.ts'
import type { MoveInReport } from './report/finish.ts'

const QUICK = { attempts: 3, firstPauseMs: 1 }

/** A server with a small notebook, and an empty one that it moves into. */
async function given() {
  const there = await testApp()
  const here = await testApp()
  const from = `http://127.0.0.1:${await listen(there)}`
  const root = await here.given.user({ email: 'root@example.org', isSysadmin: true })
  const move = (keys: readonly (TestUser | string)[], options: Partial<MoveInOptions> = {}): Promise<MoveInReport> =>
    moveIn(
      here.ctx,
      {
        ...{ from, as: root.id, patience: QUICK, ...options },
        keys: keys.map((key) => (typeof key === 'string' ? key : key.key)),
      },
      () => {},
      new AbortController().signal,
    )
  return { there, here, from, root, move }
}

/** The same person on the other server, with a key of their own. */
async function sameThere(app: TestApp, { email, team }: TestUser): Promise<TestUser> {
  const user = await findByEmail(app.ctx.db.read, email)
  if (!user) throw new Error(`${email} is not there`)
  return { id: user.userid, email, team, key: await app.given.key({ id: user.userid, team }) }
}

async function furnish(there: TestApp) {
  const admin = await there.given.user({
    firstname: 'Ada',
    lastname: 'Moreau',
    email: 'ada@example.org',
    isAdmin: true,
    isSysadmin: true,
  })
  const ben = await there.given.user({ firstname: 'Ben', lastname: 'Okafor', email: 'ben@example.org' })
  const asAda = there.as(admin)
  const asBen = there.as(ben)
  const group = (await asAda.post('teams/1/teamgroups', { name: 'Optics' })).id
  await asAda.patch(`teams/1/teamgroups/${group}`, { how: 'add', userid: ben.id })
  const category = (await asAda.post('teams/1/experiments_categories', { name: 'Runs', color: '1f6feb' })).id
  const template = (await asAda.post('experiments_templates', { title: 'Protocol', body: '<p>Weigh</p>' })).id
  await asAda.post(`experiments_templates/${template}/steps`, { body: 'Weigh' })
  const lamp = (await asAda.post('items', { title: 'Xenon lamp', tags: ['lamp, xenon', 'Größe'] })).id
  await asAda.patch(`items/${lamp}`, { is_bookable: 1, book_max_minutes: 30 })
  const run = (await asBen.post('experiments', { template })).id
  const upload = await asBen.postForm(`experiments/${run}/uploads`, [
    { name: 'comment', content: 'raw' },
    { name: 'file', filename: 'données – 1.csv', content: Buffer.from('a,b\n1,2\n') },
  ])
  const { body: file } = await asBen.get<{ long_name: string }>(`experiments/${run}/uploads/${upload.id}`)
  const picture = `<img src="app/download.php?f=${file.long_name}&amp;name=x.png&amp;storage=1" alt="x">`
  const text = `<p>See <a href="database.php?mode=view&amp;id=${lamp}">the lamp</a> and <a href="/experiments/${run}">this</a>. ${picture}</p>`
  await asBen.patch(`experiments/${run}`, {
    ...{ title: 'Irradiation 1', body: text, category, rating: 4, custom_id: 7, date: '2026-09-21' },
    metadata: {
      extra_fields: {
        Lamp: { type: 'items', value: lamp },
        By: { type: 'users', value: admin.id },
        T: { type: 'number', value: '21.5', unit: '°C', units: ['°C'] },
      },
    },
    canread: { teams: [], teamgroups: [group], users: [admin.id] },
  })
  await asBen.patch(`experiments/${run}/steps/1`, { action: 'finish' })
  await asBen.post(`experiments/${run}/items_links/${lamp}`)
  await asAda.post(`experiments/${run}/comments`, { comment: 'Repeat it.' })
  await asBen.patch(`experiments/${run}`, { action: 'pin' })
  const secret = (await asBen.post('experiments', { title: 'Private', canread_base: 10, canwrite_base: 10 })).id
  const locked = (await asAda.post('experiments', { title: 'Locked' })).id
  await asAda.post(`experiments/${locked}/experiments_links/${run}`)
  await asAda.patch(`experiments/${locked}`, { action: 'lock' })
  const gone = (await asBen.post('experiments', { title: 'Gone' })).id
  await asBen.delete(`experiments/${gone}`)
  return { admin, ben, lamp, run, secret, locked, gone, template, group }
}

test('a notebook moves in whole', async () => {
  const { there, here, move, from } = await given()
  const { admin, ben, run } = await furnish(there)

  const report = await move([admin, ben])

  expect(report.problems).toEqual([expect.objectContaining({ code: 'sysadmin', kind: 'people' })])
  for (const person of [admin, ben]) {
    const same = await sameThere(here, person)
    expect(await notebookOf(here.as(same))).toEqual(await notebookOf(there.as(person)))
  }
  const { body } = await here
    .as(await sameThere(here, ben))
    .get<{ origin: unknown; body: string }>(`experiments/${run}`)
  expect(body.origin).toMatchObject({ name: 'Ben Okafor', email: 'ben@example.org' })
  expect(report.counts.experiments).toMatchObject({ there: 4, here: 4, made: 4, hidden: 0, failed: 0 })
  expect(JSON.stringify(report)).not.toContain(admin.key)
  expect(await verify(here.ctx.db)).toMatchObject({ ok: true, findings: [] })
  const [event] = await here.ctx.db.read.selectFrom('events').selectAll().where('chain', '=', run).limit(1).execute()
  expect(event?.reason).toBe(`moved in from ${from}`)
})

test('a second run brings only what changed there, and leaves what changed here', async () => {
  const { there, here, move } = await given()
  const { admin, ben, run, secret, lamp } = await furnish(there)
  await move([admin, ben])
  const asBen = there.as(ben)
  const benHere = await sameThere(here, ben)

  const idle = await move([admin, ben], { thorough: true })
  expect(idle.counts.experiments).toMatchObject({ there: 4, same: 4, made: 0, updated: 0 })
  await here.as(benHere).patch(`experiments/${secret}`, { title: 'Changed here' })
  await asBen.patch(`experiments/${secret}`, { title: 'Changed there' })
  await asBen.patch(`experiments/${run}`, { body: '<p>New</p>', rating: 2 })
  await asBen.delete(`experiments/${run}/items_links/${lamp}`)
  await asBen.delete(`experiments/${run}/comments/1`)
  await there.as(admin).post(`experiments/${run}/comments`, { comment: 'Another one' })
  await asBen.post(`experiments/${run}/steps`, { body: 'Rinse' })
  await asBen.post(`experiments/${run}/tags`, { tag: 'late' })
  const { body: files } = await asBen.get<{ id: number }[]>(`experiments/${run}/uploads`)
  await asBen.patch(`experiments/${run}/uploads/${files[0]?.id}`, { action: 'archive' })
  await asBen.postForm(`experiments/${run}/uploads`, [{ name: 'file', filename: 'b.txt', content: Buffer.from('b') }])
  const fresh = (await asBen.post('experiments', { title: 'New one' })).id

  const report = await move([admin, ben])

  expect(report.counts.experiments).toMatchObject({ there: 5, made: 1, updated: 1, conflicts: 1 })
  expect(report.problems).toContainEqual(expect.objectContaining({ code: 'conflict', id: secret }))
  const [mine, theirs] = [await notebookOf(here.as(benHere)), await notebookOf(asBen)]
  const without = (list: Record<string, unknown>[]) => list.filter(({ id }) => id !== secret)
  expect(without(mine)).toEqual(without(theirs))
  expect(mine.find(({ id }) => id === secret)).toMatchObject({ title: 'Changed here' })
  expect(mine.find(({ id }) => id === fresh)).toMatchObject({ title: 'New one' })
  expect(await verify(here.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('what no key can read is told by number, and another key may read it', async () => {
  const { there, here, move } = await given()
  const { admin, secret, gone } = await furnish(there)

  const report = await move([admin])

  expect(report.counts.experiments).toMatchObject({ hidden: 1, failed: 0 })
  expect(report.problems).toContainEqual(
    expect.objectContaining({ kind: 'experiments', code: 'hidden', detail: `ids ${secret}` }),
  )
  expect(gone).toBeGreaterThan(secret)
  expect(await verify(here.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('ids that are taken here become others, and texts and links follow', async () => {
  const { there, here, move, root } = await given()
  const { admin, ben, run, lamp } = await furnish(there)
  for (let id = 1; id <= 4; id++) await here.given.experiment(root, { title: `Ours ${id}` })

  const report = await move([admin, ben])

  expect(report.counts.experiments).toMatchObject({ made: 4 })
  const asBen = here.as(await sameThere(here, ben))
  const { body: list } = await asBen.get<{ id: number; title: string }[]>('experiments?scope=3&limit=99')
  const id = list.find(({ title }) => title === 'Irradiation 1')?.id
  const { body: resources } = await asBen.get<{ id: number }[]>('items?scope=3')
  const lampId = resources[0]?.id
  expect(id).not.toBe(run)
  expect(lampId).not.toBe(lamp)
  const { body: entry } = await asBen.get<Record<string, unknown>>(`experiments/${id}`)
  expect(entry.body).toContain(`href="/resources/${lampId}"`)
  expect(entry.body).toContain(`href="/experiments/${id}"`)
  expect(entry.items_links).toMatchObject([{ entityid: lampId }])
  expect(entry).toMatchObject({ metadata_decoded: { extra_fields: { Lamp: { value: lampId } } } })
  expect(await verify(here.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a dry run writes nothing and tells what would come', async () => {
  const { there, here, move } = await given()
  const { admin, ben } = await furnish(there)
  const before = await here.ctx.db.read.selectFrom('events').select('id').execute()

  const report = await move([admin, ben], { dryRun: true })

  expect(report.dry_run).toBe(true)
  expect(report.counts).toMatchObject({ experiments: { there: 4, made: 4 }, items: { made: 1 }, people: { made: 2 } })
  expect(report.files).toMatchObject({ there: 1 })
  expect(await here.ctx.db.read.selectFrom('events').select('id').execute()).toEqual(before)
  expect(await here.ctx.db.read.selectFrom('moved').selectAll().execute()).toEqual([])
  expect(await here.ctx.db.read.selectFrom('move_sources').selectAll().execute()).toEqual([])
})

test('a wrong key, and what is no such server, are refused', async () => {
  const { move, from } = await given()
  await expect(move(['wrong'])).rejects.toThrow('the other server refuses key number 1')
  await expect(move([])).rejects.toThrow('at least one key')
  await expect(move(['1-x'], { from: `${from}/nothing` })).rejects.toThrow('answers in a way that is not understood')
  await expect(move(['1-x'], { from: 'http://127.0.0.1:1' })).rejects.toThrow('does not answer')
  await expect(move(['1-x'], { from: 'file:///etc/passwd' })).rejects.toThrow('is not the address of a server')
})

test('an entry that few may read is read by no more here, although its level is off', async () => {
  const { there, here, root, move } = await given()
  const ada = await there.given.user({ email: 'ada@example.org' })
  await there.given.experiment(ada, { title: 'Mine alone', canread_base: 10, canwrite_base: 10 })
  await here.as(root).patch('config', { allow_permission_useronly: '0', allow_permission_user: '0' })
  const { problems } = await move([ada])
  const entry = await here.ctx.db.read
    .selectFrom('entities')
    .select(['canread_base', 'canwrite_base'])
    .where('title', '=', 'Mine alone')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ canread_base: 10, canwrite_base: 10 })
  expect(problems.map(({ code }) => code)).toContain('level_off')
})

test('an entry of the trash with a field for a file is here as the journal says', async () => {
  const { there, here, move } = await given()
  const ada = await there.given.user({ email: 'ada@example.org', isAdmin: true })
  const metadata = { extra_fields: { Picture: { type: 'uploads', value: '999999' } } }
  const id = await there.given.experiment(ada, { title: 'Thrown away', metadata })
  await there.as(ada).delete(`experiments/${id}`)
  await move([ada])
  const rows = await here.ctx.db.read.selectFrom('entities').select(['title', 'state', 'version']).execute()
  expect(rows).toMatchObject([{ title: 'Thrown away', state: 3 }])
  expect((await verify(here.ctx.db)).findings).toEqual([])
})
