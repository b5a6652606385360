import type { Entity } from '@aliquot/contract/entities'
import type { Import } from '@aliquot/contract/imports'
import { beforeAll, describe, expect, test } from 'vitest'
import { eln, type Node } from '../../../test/archives/eln.ts'
import type { Part } from '../../../test/forms.ts'
import { sharedApp, type TestApp, type TestUser } from '../../../test/harness.ts'
import { JOB_KINDS } from '../../job-kinds.ts'
import { runJobs } from '../../jobs/runner.ts'
import { verify } from '../../verify/verify.ts'
import { archiveMembership } from '../users/users.memberships.ts'
import { removeExpired } from './imports.clean-up.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

const shared = sharedApp()
let lab: TestApp

beforeAll(async () => {
  lab = await shared()
})

/** A team of its own, so that tests do not see each other's labels and duplicates. */
async function givenTeam() {
  const team = await lab.given.team()
  const [admin, ada, ben] = [
    await lab.given.user({ team, isAdmin: true }),
    await lab.given.user({ team }),
    await lab.given.user({ team }),
  ]
  return { team, admin, ada, ben }
}

const formOf = (file: Buffer, fields: Record<string, string> = {}, filename = 'lab.eln'): Part[] => [
  ...Object.entries(fields).map(([name, content]) => ({ name, content })),
  { name: 'file', filename, content: file },
]

async function importOf(user: TestUser, id: number): Promise<Import> {
  return (await lab.as(user).get<Import>(`imports/${id}`)).body
}

/** Sends a file and runs its job. */
async function bringIn(user: TestUser, file: Buffer, fields: Record<string, string> = {}): Promise<Import> {
  const { id, status, body } = await lab.as(user).postForm('imports', formOf(file, fields))
  expect({ status, body }).toMatchObject({ status: 201 })
  await runJobs(lab.ctx, JOB_KINDS)
  return importOf(user, id)
}

async function act(user: TestUser, id: number, body: object): Promise<Import> {
  const reply = await lab.as(user).patch<Import>(`imports/${id}`, body)
  expect(reply).toMatchObject({ status: 200 })
  await runJobs(lab.ctx, JOB_KINDS)
  return importOf(user, id)
}

async function entryOf(user: TestUser, { type, id }: { type: string; id: number }): Promise<Entity> {
  return (await lab.as(user).get<Entity>(`${type}/${id}`)).body
}

async function firstOf(user: TestUser, done: Import): Promise<Entity> {
  const [first] = done.entries
  if (!first) throw new Error(`nothing came in: ${JSON.stringify(done)}`)
  return entryOf(user, first)
}

const CRYSTALS: Node = {
  '@id': './crystals/',
  '@type': 'Dataset',
  name: 'Crystals',
  genre: 'experiment',
  text: '<p>Grow <b>slowly</b>.<script>alert(1)</script></p>',
  encodingFormat: 'text/html',
  temporal: '2024-05-06T00:00:00+00:00',
  dateCreated: '2024-05-01T08:00:00+00:00',
  keywords: 'salt,slow',
}

test('an archive comes in: text, date, tags, fields, steps, comments and files', async () => {
  const { ada } = await givenTeam()
  const file = eln(
    [
      {
        ...CRYSTALS,
        hasPart: [{ '@id': './crystals/gel.txt' }],
        comment: [{ '@id': 'comment://1' }],
        step: [{ '@id': 'howtostep://1' }],
        variableMeasured: [{ '@id': 'pv://1' }],
        author: { '@id': 'person://1' },
      },
      {
        ...{ '@id': './crystals/gel.txt', '@type': 'File', name: 'gel.txt', contentSize: 5 },
        sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
        description: 'Lanes',
      },
      {
        ...{ '@id': 'comment://1', '@type': 'Comment', text: 'Nice', dateCreated: '2024-05-07T10:00:00+00:00' },
        author: { '@id': 'person://1' },
      },
      {
        '@id': 'howtostep://1',
        '@type': 'HowToStep',
        position: 1,
        creativeWorkStatus: 'finished',
        itemListElement: { '@id': 'howtodirection://1' },
      },
      { '@id': 'howtodirection://1', '@type': 'HowToDirection', text: 'Dissolve' },
      {
        '@id': 'pv://1',
        '@type': 'PropertyValue',
        propertyID: 'Mass',
        value: '5',
        unitText: 'g',
        valueReference: 'number',
      },
      { '@id': 'person://1', '@type': 'Person', givenName: 'Marie', familyName: 'Curie', email: 'marie@example.org' },
    ],
    { 'crystals/gel.txt': 'hello' },
  )

  const done = await bringIn(ada, file)

  expect(done, JSON.stringify(done.error)).toMatchObject({
    state: 'done',
    phase: 'import',
    total: 1,
    done: 1,
    made: 1,
    expires_at: null,
  })
  const entry = await firstOf(ada, done)
  expect(entry).toMatchObject({
    ...{ type: 'experiments', title: 'Crystals', date: '2024-05-06', userid: ada.id, team: ada.team },
    body: '<p>Grow <b>slowly</b>.</p>',
    tags: 'salt|slow',
    ...{ canread_base: 30, canwrite_base: 20 },
    origin: {
      ...{ name: 'Marie Curie', email: 'marie@example.org', created_at: '2024-05-01T08:00:00.000Z' },
      userid: ada.id,
    },
    comments: [
      { comment: 'Nice', userid: ada.id, origin: { name: 'Marie Curie', created_at: '2024-05-07T10:00:00.000Z' } },
    ],
    steps: [{ body: 'Dissolve', finished: 1 }],
  })
  expect(entry.uploads).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ real_name: 'gel.txt', comment: 'Lanes', filesize: 5 })]),
  )
  expect(JSON.parse(entry.metadata ?? '{}')).toMatchObject({
    extra_fields: { Mass: { type: 'number', value: '5', unit: 'g' } },
  })
  expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a preview makes nothing but tells what would come of it, and is then started', async () => {
  const { ada } = await givenTeam()
  const file = eln([
    CRYSTALS,
    { ...CRYSTALS, '@id': './other/', name: 'Other', genre: 'resource', about: { '@id': '#cat' } },
    { '@id': '#cat', '@type': 'Thing', name: 'Salts', color: 'aa0000' },
  ])
  const entries = () => lab.ctx.db.read.selectFrom('entities').select('id').where('team', '=', ada.team).execute()

  const ahead = await bringIn(ada, file, { preview: '1' })

  expect(ahead, JSON.stringify(ahead.error)).toMatchObject({
    state: 'previewed',
    total: 2,
    made: 0,
    actions: ['start', 'preview', 'stop'],
  })
  expect(ahead.preview).toMatchObject({
    ...{ entries: 2, types: { experiments: 1, items: 1, experiments_templates: 0, items_types: 0 } },
    first: [
      {
        type: 'experiments',
        title: 'Crystals',
        date: '2024-05-06',
        tags: ['salt', 'slow'],
        excerpt: expect.stringContaining('Grow slowly'),
      },
      { type: 'items', title: 'Other' },
    ],
    ...{ new_tags: ['salt', 'slow'], new_tags_total: 2 },
  })
  expect(await entries()).toEqual([])
  const done = await act(ada, ahead.id, { action: 'start' })
  expect(done).toMatchObject({ state: 'done', made: 2, actions: ['undo'] })
  expect(await entries()).toHaveLength(2)
})

describe('authors', () => {
  const writtenBy = (email: string) =>
    eln([
      { ...CRYSTALS, author: { '@id': 'person://1' }, comment: [{ '@id': 'comment://1' }] },
      { '@id': 'person://1', '@type': 'Person', givenName: 'Benoit', familyName: 'B', email: email.toUpperCase() },
      { '@id': 'comment://1', '@type': 'Comment', text: 'Mine', author: { '@id': 'person://1' } },
    ])

  async function givenBenoit() {
    const { admin, ada, ben: benoit } = await givenTeam()
    return { admin, ada, benoit, file: writtenBy(benoit.email) }
  }

  test('become owners of what an admin imports, if their address is that of an active member', async () => {
    const { admin, benoit, file } = await givenBenoit()
    const ahead = await bringIn(admin, file, { preview: '1' })
    expect(ahead.preview?.people).toMatchObject([{ name: 'Benoit B', entries: 1, comments: 1, userid: benoit.id }])
    const entry = await firstOf(admin, await act(admin, ahead.id, { action: 'start' }))
    expect(entry).toMatchObject({ userid: benoit.id, origin: { name: 'Benoit B', userid: admin.id } })
    expect(entry.comments).toMatchObject([{ userid: benoit.id, origin: { userid: admin.id } }])
    const events = await lab.ctx.db.read
      .selectFrom('events')
      .select(['userid', 'subject'])
      .where('chain', '=', entry.id)
      .execute()
    expect(new Set(events.map(({ userid }) => userid))).toEqual(new Set([admin.id]))
    const then = await lab
      .as(admin)
      .get<Entity>(`experiments/${entry.id}?as_of=${encodeURIComponent(new Date().toISOString())}`)
    expect(then.body.comments).toMatchObject([{ userid: benoit.id, comment: 'Mine' }])
    expect(await verify(lab.ctx.db)).toMatchObject({ findings: [] })
  })

  test('are only named by what others import', async () => {
    const { ada, file } = await givenBenoit()
    const entry = await firstOf(ada, await bringIn(ada, file))
    expect(entry).toMatchObject({ userid: ada.id, origin: { name: 'Benoit B' } })
    expect(entry.comments).toMatchObject([{ userid: ada.id, origin: { name: 'Benoit B' } }])
  })

  test('own what they import themselves', async () => {
    const { benoit, file } = await givenBenoit()
    expect(await firstOf(benoit, await bringIn(benoit, file))).toMatchObject({ userid: benoit.id })
  })

  test('give way to an owner that an admin names, who must be an active member', async () => {
    const { admin, ada, benoit, file } = await givenBenoit()
    const other = await lab.given.user({ team: await lab.given.team() })
    expect(await firstOf(admin, await bringIn(admin, file, { owner: String(ada.id) }))).toMatchObject({
      userid: ada.id,
    })
    const send = (user: TestUser, owner: number) =>
      lab.as(user).postForm('imports', formOf(file, { owner: String(owner) }))
    expect(await send(admin, other.id)).toMatchObject({ status: 422, body: { reason: 'import.not_member' } })
    expect(await send(benoit, ada.id)).toMatchObject({ status: 403, body: { reason: 'import.may_not_for_others' } })
  })
})

describe('links', () => {
  const linked: Node[] = [
    {
      ...CRYSTALS,
      url: 'https://old.example.org/experiments.php?mode=view&id=12',
      mentions: [{ '@id': './salt/' }],
      text: '<p>See <a href="https://old.example.org/database.php?mode=view&amp;id=7">salt</a>, <a href="https://elsewhere.example.org/database.php?mode=view&amp;id=7">other</a></p>',
      variableMeasured: [{ '@id': 'pv://1' }],
    },
    {
      ...{ '@id': 'pv://1', '@type': 'PropertyValue', propertyID: 'elabftw_metadata' },
      value: JSON.stringify({ extra_fields: { Salt: { type: 'items', value: 7 }, Lost: { type: 'items', value: 8 } } }),
    },
    {
      '@id': './salt/',
      '@type': 'Dataset',
      name: 'Salt',
      genre: 'resource',
      url: 'https://old.example.org/database.php?mode=view&id=7',
    },
  ]

  test('between entries of an archive lead to the new entries, in links, texts and fields', async () => {
    const { ada } = await givenTeam()
    const done = await bringIn(ada, eln(linked))
    const salt = done.entries.find(({ type }) => type === 'items')
    const entry = await entryOf(ada, done.entries.find(({ type }) => type === 'experiments') ?? { type: '', id: 0 })
    expect(entry.items_links).toMatchObject([{ entityid: salt?.id }])
    expect(entry.body).toContain(`<a href="/resources/${salt?.id}"`)
    expect(entry.body).toContain('https://elsewhere.example.org/database.php')
    expect(JSON.parse(entry.metadata ?? '')).toMatchObject({
      extra_fields: { Salt: { type: 'items', value: salt?.id }, Lost: { type: 'text', value: '8' } },
    })
    expect(done.warnings).toMatchObject([{ code: 'field_without_target', about: 'Lost' }])
    expect(await lab.ctx.db.read.selectFrom('import_addresses').selectAll().execute()).toEqual([])
    expect(await verify(lab.ctx.db)).toMatchObject({ findings: [] })
  })
})

test('an address without a host leads to no entry of this notebook, but to that of the archive or nowhere', async () => {
  const { ada } = await givenTeam()
  const stranger = await lab.given.experiment(ada, { title: 'A stranger' })
  const file = eln([
    {
      ...CRYSTALS,
      'aliquot:page': 'experiments.php?mode=view&id=12',
      text: `<p><a href="/experiments/${stranger}">left out</a> <a href="experiments.php?mode=view&amp;id=12">itself</a></p>`,
    },
  ])
  const done = await bringIn(ada, file)
  const { id, body } = await firstOf(ada, done)
  expect(body).toContain(`<a href="#/experiments/${stranger}">left out</a>`)
  expect(body).toContain(`<a href="/experiments/${id}">itself</a>`)
  expect(done.warnings).toMatchObject([{ code: 'link_left', about: `/experiments/${stranger}` }])
})

test('pictures in texts lead to the new files', async () => {
  const { ada } = await givenTeam()
  const long = 'ab/abcdef01-2345.png'
  const file = eln(
    [
      {
        ...CRYSTALS,
        text: `<img src="app/download.php?f=${long}&amp;name=gel.png&amp;storage=1">`,
        hasPart: [{ '@id': './crystals/gel.png' }],
      },
      { '@id': './crystals/gel.png', '@type': 'File', name: 'gel.png', alternateName: long },
    ],
    { 'crystals/gel.png': 'not really' },
  )
  const entry = await firstOf(ada, await bringIn(ada, file))
  const upload = entry.uploads.find(({ real_name }) => real_name === 'gel.png')
  expect(entry.body).toContain(`src="/api/v2/files?name=${encodeURIComponent(upload?.long_name ?? '')}"`)
  expect((await lab.as(ada).get(`files?name=${upload?.long_name}`)).raw.toString()).toBe('not really')
})

describe('duplicates', () => {
  const ELABID = '20240506-0123456789012345678901234567890123456789'
  const withId: Node[] = [
    { ...CRYSTALS, identifier: ELABID },
    { ...CRYSTALS, '@id': './two/', name: 'Without id' },
  ]

  test('are told, skipped, or brought in again with new ids', async () => {
    const { ada } = await givenTeam()
    const first = await bringIn(ada, eln(withId))
    expect(await firstOf(ada, first)).toMatchObject({ elabid: ELABID })
    const ahead = await bringIn(ada, eln(withId), { preview: '1' })
    expect(ahead.preview).toMatchObject({
      duplicates_total: 2,
      duplicates: [
        { title: 'Crystals', by: 'elabid', entry: first.entries[0] },
        { title: 'Without id', by: 'content', entry: first.entries[1] },
      ],
    })
    expect(await act(ada, ahead.id, { action: 'start' })).toMatchObject({
      state: 'done',
      made: 0,
      skipped: 2,
      entries: [],
    })
    const again = await bringIn(ada, eln(withId), { duplicates: 'again' })
    expect(again).toMatchObject({ made: 2, warnings: [{ code: 'elabid_taken', about: ELABID }] })
    expect((await firstOf(ada, again)).elabid).not.toBe(ELABID)
  })

  test('nobody learns of entries of another team', async () => {
    const { ada } = await givenTeam()
    expect(await bringIn(ada, eln(withId), { preview: '1' })).toMatchObject({ preview: { duplicates_total: 0 } })
  })

  test('two like entries of one archive are two', async () => {
    const { ada } = await givenTeam()
    const twins = [{ ...CRYSTALS }, { ...CRYSTALS, '@id': './twin/' }]
    expect(await bringIn(ada, eln(twins))).toMatchObject({ made: 2, skipped: 0 })
  })
})

describe('undo', () => {
  test('moves what was made to the trash, apart from what others changed since', async () => {
    const { ada, ben } = await givenTeam()
    const done = await bringIn(
      ada,
      eln([CRYSTALS, { ...CRYSTALS, '@id': './two/', name: 'Two' }, { ...CRYSTALS, '@id': './three/', name: 'Three' }]),
    )
    const [one, two, three] = done.entries
    await lab.as(ben).post(`experiments/${two?.id}/comments`, { comment: 'Keep this' })
    await lab.as(ada).patch(`experiments/${three?.id}`, { title: 'Three by Ada' })
    const undone = await act(ada, done.id, { action: 'undo' })
    expect(undone).toMatchObject({
      state: 'undone',
      removed: 2,
      kept: 1,
      entries: [{ id: two?.id, title: 'Two' }],
      actions: [],
    })
    expect([
      (await entryOf(ada, { type: 'experiments', id: one?.id ?? 0 })).state,
      (await entryOf(ada, { type: 'experiments', id: two?.id ?? 0 })).state,
    ]).toEqual([3, 1])
    expect(await verify(lab.ctx.db)).toMatchObject({ findings: [] })
  })

  test('an admin of the team may undo, and the journal says so', async () => {
    const { ada, ben, admin } = await givenTeam()
    const done = await bringIn(ada, eln([CRYSTALS]))
    expect(await lab.as(ben).patch(`imports/${done.id}`, { action: 'undo' })).toMatchObject({ status: 404 })
    expect(await act(admin, done.id, { action: 'undo' })).toMatchObject({ state: 'undone', removed: 1 })
    const [last] = await lab.ctx.db.read
      .selectFrom('events')
      .select('userid')
      .where('chain', '=', done.entries[0]?.id ?? 0)
      .where('subject', '=', 'entity')
      .orderBy('position', 'desc')
      .limit(1)
      .execute()
    expect(last?.userid).toBe(admin.id)
  })
})

test('undo asks for a reason where the team wants one, and the journal keeps it', async () => {
  const { ada, admin } = await givenTeam()
  const done = await bringIn(ada, eln([CRYSTALS]))
  expect(await lab.as(admin).patch('teams/current', { require_change_reason: 1 })).toMatchObject({ status: 200 })
  expect(await lab.as(ada).patch(`imports/${done.id}`, { action: 'undo' })).toMatchObject({
    status: 422,
    body: { reason: 'entry.no_reason', field: 'X-Change-Reason' },
  })
  expect(await importOf(ada, done.id)).toMatchObject({ state: 'done', removed: 0 })
  const why = { 'x-change-reason': 'wrong%20lab' }
  expect(await lab.as(ada).patch(`imports/${done.id}`, { action: 'undo' }, why)).toMatchObject({ status: 200 })
  await runJobs(lab.ctx, JOB_KINDS)
  expect(await importOf(ada, done.id)).toMatchObject({ state: 'undone', removed: 1 })
  const [last] = await lab.ctx.db.read
    .selectFrom('events')
    .select('reason')
    .where('chain', '=', done.entries[0]?.id ?? 0)
    .orderBy('position', 'desc')
    .limit(1)
    .execute()
  expect(last?.reason).toBe('wrong lab')
})

test('an import that was stopped goes on where it was, and makes nothing twice', async () => {
  const { ada } = await givenTeam()
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...CRYSTALS,
    '@id': `./n${index}/`,
    name: `Number ${index}`,
  }))
  const { id } = await lab.as(ada).postForm('imports', formOf(eln(many)))
  const stopping = new AbortController()
  // The service stops after some entries.
  const running = runJobs(lab.ctx, JOB_KINDS, { signal: stopping.signal })
  await expect.poll(async () => (await importOf(ada, id)).made).toBeGreaterThan(1)
  stopping.abort()
  await running
  const half = await importOf(ada, id)
  if (half.state !== 'done') expect(half).toMatchObject({ state: 'running' })
  await runJobs(lab.ctx, JOB_KINDS)
  expect(await importOf(ada, id)).toMatchObject({ state: 'done', total: 12, done: 12, made: 12 })
  const titles = (await lab.as(ada).get<{ title: string }[]>('experiments')).body.map(({ title }) => title)
  expect(new Set(titles).size).toBe(12)
  expect(titles).toHaveLength(12)
})

test('stopping keeps what came in, and starting again brings the rest', async () => {
  const { ada } = await givenTeam()
  const { id } = await lab.as(ada).postForm('imports', formOf(eln([CRYSTALS])))
  expect(await lab.as(ada).patch(`imports/${id}`, { action: 'stop' })).toMatchObject({ body: { state: 'stopped' } })
  await runJobs(lab.ctx, JOB_KINDS)
  expect(await importOf(ada, id)).toMatchObject({ state: 'stopped', made: 0, actions: ['start'] })
  expect(await lab.as(ada).patch(`imports/${id}`, { action: 'stop' })).toMatchObject({ status: 422 })
  expect(await act(ada, id, { action: 'start' })).toMatchObject({ state: 'done', made: 1 })
})

describe('POST /import', () => {
  test('answers when all is done, with the number of entries', async () => {
    const { ada } = await givenTeam()
    const reply = await lab.as(ada).postForm('import', formOf(eln([CRYSTALS, { ...CRYSTALS, '@id': './two/' }])))
    expect(reply).toMatchObject({ status: 201, path: '/api/v2/import/2', body: '' })
    expect((await lab.as(ada).get<object[]>('experiments')).body).toHaveLength(2)
    expect((await lab.as(ada).get('import')).body).toMatchObject({
      allowed_extensions: ['.eln', '.csv', '.tsv', '.xlsx'],
    })
  })

  test.each([
    ['.xls', 'rows.xls', 'title\nOne', 'import.unknown_ending'],
    ['another ending', 'lab.exe', 'MZ', 'import.unknown_ending'],
    ['an empty file', 'lab.eln', '', 'import.empty'],
    ['no archive', 'lab.eln', 'no archive', undefined],
  ])('refuses %s with 400, and nothing changes', async (_, name, content, reason) => {
    const { ada } = await givenTeam()
    const entries = () => lab.ctx.db.read.selectFrom('entities').select('id').execute()
    const before = await entries()
    for (const path of ['import', 'imports']) {
      const reply = await lab.as(ada).postForm(path, formOf(Buffer.from(content), {}, name))
      if (path === 'import' || reason) expect(reply).toMatchObject({ status: 400, body: reason ? { reason } : {} })
    }
    await runJobs(lab.ctx, JOB_KINDS)
    expect(await entries()).toEqual(before)
  })

  test('refuses a request without a file', async () => {
    const { ada } = await givenTeam()
    for (const path of ['import', 'imports']) {
      expect(await lab.as(ada).post(path, {})).toMatchObject({ status: 400, body: { field: 'file' } })
      expect(await lab.as(ada).postForm(path, [{ name: 'owner', content: '0' }])).toMatchObject({ status: 400 })
    }
  })

  test('of which nothing may come in is refused with the reason, and others come in without it', async () => {
    const { ada, admin, team } = await givenTeam()
    await lab.as(admin).patch(`teams/${team}`, { users_canwrite_resources: 0 })
    const reply = await lab.as(ada).postForm('import', formOf(eln([{ ...CRYSTALS, genre: 'resource' }])))
    expect(reply).toMatchObject({ status: 400, body: { reason: 'import.nothing_came_in' } })
    const both = await bringIn(
      ada,
      eln([
        { ...CRYSTALS, genre: 'resource' },
        { ...CRYSTALS, '@id': './two/' },
      ]),
    )
    expect(both).toMatchObject({
      state: 'done',
      made: 1,
      refused: 1,
      warnings: [{ code: 'refused', title: 'Crystals', id: null }],
    })
  })
})

const SWITCHES = [
  ...['users_canwrite_experiments', 'users_canwrite_resources'],
  ...['users_canwrite_experiments_templates', 'users_canwrite_resources_templates'],
]

test('whoever may not create entries may not import, and read-only keys neither', async () => {
  const { ada, admin, team } = await givenTeam()
  const readOnly = await lab.given.key(ada, false)
  expect(await lab.as(readOnly).postForm('imports', formOf(eln([CRYSTALS])))).toMatchObject({ status: 403 })
  const deposit = await lab.given.depositKey(ada, {})
  expect(await lab.as(deposit).postForm('imports', formOf(eln([CRYSTALS])))).toMatchObject({ status: 403 })
  const off = Object.fromEntries(SWITCHES.map((name) => [name, 0]))
  expect(await lab.as(admin).patch(`teams/${team}`, off)).toMatchObject({ status: 200 })
  expect(await lab.as(ada).postForm('imports', formOf(eln([CRYSTALS])))).toMatchObject({
    status: 403,
    body: { reason: 'import.may_not' },
  })
})

test('imports are one’s own; admins of the team see those of everybody, and titles only as far as they may read', async () => {
  const { ada, ben, admin } = await givenTeam()
  const done = await bringIn(ada, eln([CRYSTALS]), { canread_base: '10', canwrite_base: '10' })
  expect(await lab.as(ben).get(`imports/${done.id}`)).toMatchObject({ status: 404 })
  expect((await lab.as(ben).get('imports')).body).toEqual([])
  expect((await lab.as(admin).get<Import[]>('imports')).body).toMatchObject([{ id: done.id, userid: ada.id }])
  expect((await importOf(admin, done.id)).entries).toMatchObject([{ title: '' }])
  expect((await lab.as(ada).get(`imports/${done.id}/entries`)).body).toMatchObject([
    { number: 1, outcome: 'made', title: 'Crystals' },
  ])
})

test('somebody who left the team meanwhile imports no more', async () => {
  const { ada, team } = await givenTeam()
  const { id } = await lab.as(ada).postForm('imports', formOf(eln([CRYSTALS])))
  await archiveMembership(lab.ctx, AUTHOR, ada.id, team)
  await runJobs(lab.ctx, JOB_KINDS)
  const row = await lab.ctx.db.read
    .selectFrom('imports')
    .select(['state', 'error'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'failed', error: expect.stringContaining('import.may_no_longer') })
})

test('files of imports that nobody goes on with are removed', async () => {
  const { ada } = await givenTeam()
  const ahead = await bringIn(ada, eln([CRYSTALS]), { preview: '1' })
  const { now } = lab.ctx
  lab.ctx.now = () => new Date(Date.now() + 25 * 3_600_000).toISOString()
  await removeExpired(lab.ctx)
  lab.ctx.now = now
  expect(await importOf(ada, ahead.id)).toMatchObject({ state: 'stopped', expires_at: null, actions: [] })
  expect(await lab.as(ada).patch(`imports/${ahead.id}`, { action: 'start' })).toMatchObject({
    status: 422,
    body: { reason: 'import.file_gone' },
  })
})
