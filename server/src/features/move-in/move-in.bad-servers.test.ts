import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  crashed,
  cutOff,
  dropped,
  endless,
  type Fault,
  huge,
  instead,
  redirect,
  shortened,
  slow,
  sometimes,
  stalled,
  tooMany,
  webPage,
} from '../../../test/elabftw/faults.ts'
import { addFile, inventedLab } from '../../../test/elabftw/invented-lab.ts'
import type { Row } from '../../../test/elabftw/lab.ts'
import { type LabRequest, type LabServer, startLabServer } from '../../../test/elabftw/server.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { certificate } from '../../../test/mail/mail-server.ts'
import { testRandom } from '../../../test/seed.ts'
import { Refusal } from '../../errors.ts'
import { verify } from '../../verify/verify.ts'
import { moveIn } from './move-in.service.ts'

const PATIENCE = { attempts: 4, firstPauseMs: 5, silenceMs: 500 }

async function givenMove(
  lab = inventedLab(),
  options: Parameters<typeof startLabServer>[1] = {},
  env: Record<string, string> = {},
) {
  const app = await testApp(env)
  const { id: as } = await app.given.user({ isSysadmin: true })
  const server = await startLabServer(lab, options)
  const stop = new AbortController()
  const run = (keys = Object.values(server.lab.keys)) =>
    moveIn(app.ctx, { from: server.url, keys, as, patience: PATIENCE }, () => {}, stop.signal)
  return { app, server, run, stop }
}

/** Only a request for this path fails. */
function at(path: RegExp, fault: Fault): (request: LabRequest) => Fault | undefined {
  return ({ url }) => (path.test(url) ? fault : undefined)
}

async function titles(app: TestApp): Promise<string[]> {
  const rows = await app.ctx.db.read
    .selectFrom('entities')
    .select('title')
    .where('type', '=', 1)
    .orderBy('title')
    .execute()
  return rows.map(({ title }) => title)
}

async function expectWhole(app: TestApp, { lab }: LabServer): Promise<void> {
  const there = [...lab.entries.values()].filter(({ type }) => type === 'experiments').map(({ row }) => row.title)
  expect(await titles(app)).toEqual(there.toSorted())
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
}

async function refusalOf(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => undefined,
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(Refusal)
  return (error as Refusal).said.reason
}

test('a lab of more than fifteen comes whole', async () => {
  const { app, server, run } = await givenMove(inventedLab({ experiments: 130 }))
  const report = await run()
  await expectWhole(app, server)
  expect(report.counts.experiments).toMatchObject({ there: 130, made: 130, failed: 0, hidden: 0 })
})

test('a server that is tired, breaks connections and answers late is asked again', async () => {
  const { app, server, run } = await givenMove()
  const faults = [tooMany(), tooMany('0'), webPage(502), webPage(503), dropped, cutOff, slow(30)]
  const random = testRandom()
  const fault = sometimes(random, 0.15, faults)
  // Never the same request again and again.
  server.fault = ({ again }) => (again < 2 ? fault() : undefined)
  await run()
  await expectWhole(app, server)
})

test('no more requests are under way at once than a few', async () => {
  const { server, run } = await givenMove()
  server.fault = () => slow(5)
  await run()
  expect(server.mostAtOnce).toBeLessThanOrEqual(8)
})

test('a wrong key is refused before anything is made', async () => {
  const { app, run } = await givenMove()
  expect(await refusalOf(run(['nonsense']))).toMatch(/^move_in\./)
  expect(await titles(app)).toEqual([])
})

test.each<[string, Fault]>([
  ['a web page', webPage(200)],
  ['a login page', redirect('/login.php')],
  ['a page of a web server', webPage(404)],
  ['a page while it is upgraded', webPage(500)],
  ['nothing', crashed],
  ['a list', instead([])],
  ['a number', instead(5)],
  ['broken JSON', instead('{"elabftw_version":')],
])('a server that answers everything with %s is no notebook', async (_, fault) => {
  const { app, server, run } = await givenMove()
  server.fault = () => fault
  expect(await refusalOf(run())).toMatch(/^move_in\./)
  expect(await titles(app)).toEqual([])
})

test('the key is not shown to another host', async () => {
  const other = await startLabServer(inventedLab())
  const { server, run } = await givenMove()
  server.fault = ({ url }) => redirect(`${other.url}${url}`)
  expect(await refusalOf(run())).toMatch(/^move_in\./)
  server.fault = ({ url }) => redirect(`${other.url}${url}`, 307)
  expect(await refusalOf(run())).toMatch(/^move_in\./)
  expect(other.requests).toEqual([])
})

test('a certificate that nobody vouches for is refused', async () => {
  const { run } = await givenMove(inventedLab(), { tls: certificate() })
  expect(await refusalOf(run())).toMatch(/^move_in\./)
})

test.each<[string, RegExp, Fault]>([
  ['is a web page', /\/experiments\/5$/, webPage(200)],
  ['is gone since it was listed', /\/experiments\/5$/, instead({ code: 404, message: 'Gone' }, 404)],
  ['is suddenly forbidden', /\/experiments\/5$/, instead({ code: 403, message: 'No' }, 403)],
  ['is a list', /\/experiments\/5$/, instead([{ id: 5 }])],
  ['is another entry', /\/experiments\/5$/, instead({ id: 4, title: 'Other' })],
  ['ends too early', /\/experiments\/5$/, shortened],
  ['never ends', /\/experiments\/5$/, endless()],
  ['is of 200 MB', /\/experiments\/5$/, huge(200_000_000)],
  ['crashes the server', /\/experiments\/5$/, crashed],
])('an entry that %s does not keep the others from coming, and comes with the next run', async (_, path, fault) => {
  const { app, server, run } = await givenMove(inventedLab({ experiments: 8, items: 1 }))
  server.fault = at(path, fault)
  const report = await run()
  expect(await titles(app)).toHaveLength(7)
  expect(report.problems.filter(({ kind, id }) => kind === 'experiments' && id === 5)).not.toEqual([])
  server.fault = () => undefined
  await run()
  await expectWhole(app, server)
})

test('ids that are texts, links in a circle and to oneself come as they are', async () => {
  const lab = inventedLab({ experiments: 3, items: 1 })
  const link = (id: number) => ({
    entityid: String(id),
    title: `experiments ${id}`,
    type: 'experiments',
    link_state: 1,
  })
  for (const [id, to] of [
    [1, 2],
    [2, 3],
    [3, 1],
  ] as const) {
    const { row, record } = lab.entry('experiments', id)
    for (const told of [row, record]) Object.assign(told, { id: String(id), userid: String(told.userid), team: '2' })
    record.experiments_links = [link(to), link(id)]
  }
  const { app, server, run } = await givenMove(lab)
  await run()
  await expectWhole(app, server)
  const links = await app.ctx.db.read.selectFrom('entity_links').selectAll().execute()
  expect(links.length).toBeGreaterThanOrEqual(3)
})

test('an entry that says nonsense of itself comes as far as it makes sense, and that is told', async () => {
  const lab = inventedLab({ experiments: 1, items: 1 })
  const nonsense: Row = {
    ...{ title: '', date: '0000-00-00', rating: 99, metadata: '{broken', canread: 'nonsense', canread_base: 77 },
    ...{ category: 999, status: 'none', custom_id: -5, created_at: 'yesterday', content_type: 9, elabid: 'x' },
  }
  lab.edit('experiments', 1, nonsense)
  Object.assign(lab.entry('experiments', 1).record, {
    tags_decoded: [{ id: 1, tag: '' }, { id: 2, tag: 'x'.repeat(3000) }, null],
    steps: [{ id: 1, body: null }, 'nonsense'],
    comments: [{ id: 1, comment: '\0', userid: 999 }],
    experiments_links: [{ entityid: 99_999 }],
  })
  const { app, run } = await givenMove(lab)
  const report = await run()
  expect(await titles(app)).toHaveLength(1)
  expect(report.problems_total).toBeGreaterThan(0)
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('people with signs in their names that databases refuse come without them', async () => {
  const { app, server, run } = await givenMove(inventedLab({ experiments: 1, items: 0 }))
  const odd = { userid: 77, firstname: 'Od\0d', lastname: 'One', fullname: 'Od\0d One', email: 'odd@example.org' }
  const told = { ...odd, orgid: 'a\0b', teams: [{ id: 2, is_admin: 0, is_archived: 0 }] }
  server.fault = ({ url }) => (/\/users$/.test(url) ? instead([told]) : undefined)
  await run()
  const people = app.ctx.db.read.selectFrom('users').select(['firstname', 'orgid']).where('email', '=', odd.email)
  expect(await people.execute()).toEqual([{ firstname: 'Od\uFFFDd', orgid: 'a\uFFFDb' }])
})

test('a file whose hash lies comes, and the report tells it', async () => {
  const lab = inventedLab({ experiments: 1, items: 0 })
  addFile(lab, lab.entry('experiments', 1), 'altered.txt', 'not what it was', 'ab'.repeat(32))
  const { app, run } = await givenMove(lab)
  const report = await run()
  expect(report.files).toMatchObject({ differing: 1 })
  expect(report.problems.map(({ code }) => code)).toContain('file_differs')
  expect(await titles(app)).toHaveLength(1)
})

test.each<[string, Fault]>([
  ['is lost', instead({ code: 500, message: 'No file' }, 500)],
  ['breaks off each time', cutOff],
  ['is refused', instead({ code: 403, message: 'No' }, 403)],
])('a file that %s is told, and no half file stays', async (_, fault) => {
  const { app, server, run } = await givenMove(inventedLab({ experiments: 2, items: 0 }))
  server.fault = at(/format=binary/, fault)
  const report = await run()
  expect(report.problems_total).toBeGreaterThan(0)
  // The page with the earlier texts is made here.
  const filesHere = () =>
    app.ctx.db.read.selectFrom('uploads').select('real_name').where('real_name', '!=', 'earlier-texts.html').execute()
  expect(await filesHere()).toEqual([])
  server.fault = () => undefined
  await run()
  const files = await filesHere()
  expect(files.map(({ real_name }) => real_name)).toEqual(['données 1.csv'])
})

test.each<[string, Fault]>([
  ['crashes the server', crashed],
  ['is a web page', webPage(200)],
])('an earlier text that %s is told, and comes with the next run', async (_, fault) => {
  const { app, server, run } = await givenMove(inventedLab({ experiments: 2, items: 0 }))
  const texts = () =>
    app.ctx.db.read.selectFrom('uploads').select('state').where('real_name', '=', 'earlier-texts.html')
  server.fault = at(/\/experiments\/1\/revisions\/\d+$/, fault)
  const { problems } = await run()
  expect(problems).toContainEqual(expect.objectContaining({ kind: 'experiments', id: 1, code: 'earlier_left' }))
  expect(await titles(app)).toHaveLength(2)
  const before = await texts().execute()
  server.fault = () => undefined
  expect((await run()).problems.map(({ code }) => code)).not.toContain('earlier_left')
  expect(await texts().execute()).toHaveLength(before.length + 1)
  await expectWhole(app, server)
})

test('a file that stops arriving is asked for again', async () => {
  const { app, server, run } = await givenMove(inventedLab({ experiments: 2, items: 0 }))
  server.fault = ({ url, again }) => (/format=binary/.test(url) && again === 0 ? stalled : undefined)
  expect((await run()).problems.map(({ code }) => code)).not.toContain('file_unread')
  await expectWhole(app, server)
})

test('a full disk here ends the run, and is not told as the fault of that server', async () => {
  const lab = inventedLab({ experiments: 2, items: 0 })
  const { app, server, run } = await givenMove(lab, {}, { FILES_FREE_SPACE: '900T' })
  expect(await refusalOf(run())).toBe('upload.disk_nearly_full')
  Object.assign(app.ctx.config, { FILES_FREE_SPACE: 0 })
  const { incoming } = app.ctx.files
  const file = join(app.ctx.config.DATA_DIR, 'a-file')
  await writeFile(file, '')
  app.ctx.files.incoming = join(file, 'incoming')
  expect(await refusalOf(run())).toBe('storage.files_broken')
  app.ctx.files.incoming = incoming
  expect((await run()).problems.map(({ code }) => code)).not.toContain('file_unread')
  await expectWhole(app, server)
})

test('a list that is the same on each page ends the run', async () => {
  const lab = inventedLab({ experiments: 1, items: 3 })
  const { server, run } = await givenMove(lab)
  const rows = [...lab.entries.values()].filter(({ type }) => type === 'items').map(({ row }) => row)
  server.fault = at(/\/items\?/, instead(rows))
  expect(await refusalOf(run())).toBe('move_in.bad_answer')
})

test('a run that is stopped ends soon, and another one goes on', async () => {
  const { app, server, run, stop } = await givenMove()
  server.fault = ({ url }) => {
    if (/\/experiments\/9$/.test(url)) stop.abort()
    return undefined
  }
  await expect(run()).rejects.toThrow()
  const { run: again } = await sameAgain(app, server)
  await again()
  await expectWhole(app, server)
})

async function sameAgain(app: TestApp, server: LabServer) {
  server.fault = () => undefined
  const sysadmin = await app.ctx.db.read
    .selectFrom('users')
    .select('userid')
    .orderBy('userid')
    .executeTakeFirstOrThrow()
  const options = { from: server.url, keys: Object.values(server.lab.keys), as: sysadmin.userid }
  return { run: () => moveIn(app.ctx, options, () => {}, new AbortController().signal) }
}
