import { describe, expect, test } from 'vitest'
import type { LabType } from '../../../test/elabftw/lab.ts'
import { hasRecordings, readTruth, recordedLab, type Truth } from '../../../test/elabftw/recorded-lab.ts'
import { type LabServer, startLabServer } from '../../../test/elabftw/server.ts'
import { namedTruth, tellEntry } from '../../../test/elabftw/told-here.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import type { MoveInOptions } from './move-in.options.ts'
import { moveIn } from './move-in.service.ts'

/** What the truth calls by its name. */
const NAMES = {
  file: '61406d60400d8b7637bbbfc30186bb041da1c1f2e7174d5e549dd42b6d35a093',
  entry: { 'items/1': 'Xenon lamp', 'items/2': 'Ruthenium dye 5 mM' },
  email: 'two@example.org',
}

async function move(app: TestApp, { url }: LabServer, keys: readonly string[], more: Partial<MoveInOptions> = {}) {
  const { userid: as } = await app.ctx.db.read
    .selectFrom('users')
    .select('userid')
    .orderBy('userid')
    .executeTakeFirstOrThrow()
  const options = { from: url, keys, as, patience: { attempts: 5, firstPauseMs: 5 }, ...more }
  return moveIn(app.ctx, options, () => {}, new AbortController().signal)
}

async function givenNotebook(): Promise<TestApp> {
  const app = await testApp()
  await app.given.user({ isSysadmin: true })
  return app
}

/** Reads as whoever wrote it, so that nothing is hidden. */
async function readerOf(app: TestApp, author: unknown) {
  const people = await app.ctx.db.read
    .selectFrom('users')
    .select(['userid', 'email', 'firstname', 'lastname'])
    .execute()
  const person = people.find(({ firstname, lastname }) => `${firstname} ${lastname}` === author)
  if (!person) throw new Error(`${author} is not here`)
  const { team } = await app.ctx.db.read
    .selectFrom('memberships')
    .select('team')
    .where('userid', '=', person.userid)
    .executeTakeFirstOrThrow()
  return app.as(await app.given.key({ id: person.userid, team }))
}

async function toldOf(app: TestApp, truth: Truth): Promise<Truth | undefined> {
  const rows = await app.ctx.db.read.selectFrom('entities').select(['id', 'type', 'title']).execute()
  const found = rows.filter(({ title, type }) => title === truth.title && type === NUMBERS[truth.type])
  if (found.length === 0) return undefined
  expect(found, truth.title).toHaveLength(1)
  return tellEntry(app, await readerOf(app, truth.author), truth.type, found[0]?.id ?? 0)
}

const NUMBERS: Readonly<Record<LabType, number>> = {
  experiments: 1,
  items: 2,
  experiments_templates: 3,
  items_types: 4,
}

describe.runIf(hasRecordings)('the lab of eLabFTW 5.6.12', () => {
  test('with three keys it is whole', async () => {
    const app = await givenNotebook()
    const server = await startLabServer(recordedLab())
    const report = await move(app, server, Object.values(server.lab.keys))
    for (const truth of readTruth()) {
      expect.soft(await toldOf(app, truth), truth.title).toEqual(namedTruth(truth, NAMES))
    }
    expect(report.counts.experiments).toMatchObject({ there: 5, made: 5, failed: 0, hidden: 0 })
    expect(report.counts.items).toMatchObject({ there: 2, made: 2, failed: 0 })
    expect(report.counts.experiments_templates).toMatchObject({ there: 1, made: 1 })
    expect(report.files).toMatchObject({ compared: 6, differing: 0 })
    // What has no place here is told.
    const told = report.problems.map(({ code, title }) => [code, title])
    expect(told).toContainEqual(['compounds', 'Irradiation of Ruthenium dye, series 1'])
    expect(told).toContainEqual(['containers', 'Ruthenium dye 5 mM'])
    expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
  })

  test('with the key of an admin all is here but what only its owner may read, which is told by number', async () => {
    const app = await givenNotebook()
    const server = await startLabServer(recordedLab())
    const report = await move(app, server, [server.lab.keys.admin ?? ''])
    expect(report.counts.experiments).toMatchObject({ there: 4, made: 4, hidden: 1 })
    for (const truth of readTruth()) {
      const isPrivate = truth.title === 'Private thoughts of two'
      const expected = isPrivate ? undefined : namedTruth(truth, NAMES)
      expect.soft(await toldOf(app, truth), truth.title).toEqual(expected)
    }
  })

  test('with the key of a sysadmin of another team nothing can be read, and the report says so', async () => {
    const app = await givenNotebook()
    const server = await startLabServer(recordedLab())
    const report = await move(app, server, [server.lab.keys.sysadmin ?? ''])
    expect(report.counts.experiments).toMatchObject({ made: 0, hidden: 5 })
    expect(report.counts.items).toMatchObject({ made: 0, hidden: 2 })
  })

  test('a dry run tells the same, and writes nothing', async () => {
    const app = await givenNotebook()
    const server = await startLabServer(recordedLab())
    const count = () =>
      app.ctx.db.read
        .selectFrom('events')
        .select(({ fn }) => fn.countAll().as('total'))
        .execute()
    const before = await count()
    const report = await move(app, server, Object.values(server.lab.keys), { dryRun: true })
    expect(report.counts.experiments).toMatchObject({ there: 5, made: 5 })
    expect(await count()).toEqual(before)
    expect(await app.ctx.db.read.selectFrom('entities').select('id').execute()).toEqual([])
  })

  test('a second run brings nothing twice, and only what changed since', async () => {
    const app = await givenNotebook()
    const server = await startLabServer(recordedLab())
    const keys = Object.values(server.lab.keys)
    await move(app, server, keys)
    expect((await move(app, server, keys)).counts.experiments).toMatchObject({ made: 0, updated: 0, same: 5 })
    server.lab.edit('experiments', 2, { title: 'Series 2, repeated' })
    const report = await move(app, server, keys)
    expect(report.counts.experiments).toMatchObject({ made: 0, updated: 1, same: 4, conflicts: 0 })
    const titles = await app.ctx.db.read.selectFrom('entities').select('title').where('type', '=', 1).execute()
    expect(titles.map(({ title }) => title)).toContain('Series 2, repeated')
    expect(titles).toHaveLength(5)
  })
})
