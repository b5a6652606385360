import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { sharedApp, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { LABEL_KIND } from '../labels/labels.kinds.ts'

const shared = sharedApp()

async function made(app: TestApp, user: TestUser, body: unknown): Promise<Entity> {
  const added = await app.as(user).post('experiments', body)
  expect(added).toMatchObject({ status: 201, body: '' })
  return (await app.as(user).get<Entity>(`experiments/${added.id}`)).body
}

function category(app: TestApp, team = 1): Promise<number> {
  return app.ctx.db.write(async (db) => {
    const values = {
      kind: LABEL_KIND.experimentsCategory,
      team,
      title: 'Cells',
      color: 'aabbcc',
      state: 1,
      is_private: 1,
    }
    return (await db.insertInto('labels').values(values).returning('id').executeTakeFirstOrThrow()).id
  })
}

test('an experiment is created without a body and is an empty one of today', async () => {
  const app = await testApp({ TIMEZONE: 'UTC' })
  const ada = await app.given.user()
  const day = '2026-12-31'
  app.ctx.now = () => `${day}T23:59:59.999Z`
  const added = await app.as(ada).post('experiments')
  expect(added).toMatchObject({ status: 201, body: '', path: '/api/v2/experiments/1', id: 1 })
  const { body } = await app.as(ada).get<Entity>('experiments/1')
  expect(body).toMatchObject({
    id: 1,
    title: 'Untitled',
    body: null,
    body_html: null,
    content_type: 1,
    date: day,
    custom_id: null,
    rating: 0,
    state: 1,
    category: null,
    status: null,
    metadata: null,
    userid: ada.id,
    team: 1,
    lastchangeby: null,
    canread_base: 30,
    canwrite_base: 20,
    canread: '{"teams": [], "teamgroups": [], "users": []}',
    tags: null,
    tags_id: null,
    tags_decoded: [],
    locked: 0,
    changelog: [expect.objectContaining({ target: 'created', content: 'Created', userid: ada.id })],
  })
  expect(body.elabid).toMatch(new RegExp(`^${day.replaceAll('-', '')}-[0-9a-f]{40}$`))
  expect(body).not.toHaveProperty('metadata_decoded')
})

test.each([[{}], [[]], [{ action: 'create' }], [{ category_id: 4, unknown: true, userid: 9, state: 3, elabid: 'x' }]])(
  'the body %j creates an ordinary experiment',
  async (body) => {
    const app = await testApp()
    const ada = await app.given.user()
    expect(await made(app, ada, body)).toMatchObject({ title: 'Untitled', userid: ada.id, state: 1 })
  },
)

test('what is sent at creation is what is read afterwards', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const cells = await category(app)
  const body = {
    title: '  Heat\nshock ',
    body: '<p>One</p><script>x()</script>',
    date: '20260302',
    rating: '4',
    custom_id: 12,
    category: cells,
    status: 1,
    hide_main_text: true,
    tags: ['pcr', 'mouse'],
    metadata: { extra_fields: { Batch: { type: 'text', value: 'B-17' } } },
    canread: { teams: [1], teamgroups: [], users: [ada.id] },
    canwrite: `{"base": 30, "teams": [], "teamgroups": [], "users": [${ada.id}]}`,
    canread_base: 40,
    canread_is_immutable: 1,
  }
  expect(await made(app, ada, body)).toMatchObject({
    title: 'Heat shock',
    body: '<p>One</p>',
    date: '2026-03-02',
    rating: 4,
    custom_id: 12,
    category: cells,
    category_title: 'Cells',
    category_color: 'aabbcc',
    status: 1,
    status_title: 'Running',
    hide_main_text: 1,
    tags: 'mouse|pcr',
    metadata: '{"extra_fields": {"Batch": {"type": "text", "value": "B-17"}}}',
    metadata_decoded: body.metadata,
    canread: `{"teams": [1], "teamgroups": [], "users": [${ada.id}]}`,
    canwrite: `{"teams": [], "teamgroups": [], "users": [${ada.id}]}`,
    canread_base: 40,
    canwrite_base: 30,
    canread_base_human: 'Organization',
    canwrite_base_human: 'Team',
    canread_is_immutable: 1,
    canwrite_is_immutable: 0,
  })
})

test('an explicit base level wins over the one inside the permission text', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const entry = await made(app, ada, {
    canread: '{"base": 50, "teams": [], "teamgroups": [], "users": []}',
    canread_base: 10,
  })
  expect(entry).toMatchObject({ canread_base: 10 })
})

test('metadata may be an object or its text, which keeps its order and numbers', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  expect(await made(app, ada, { metadata: '{"b":1.50,"a":[1,{"2":3}]}' })).toMatchObject({
    metadata: '{"b": 1.50, "a": [1, {"2": 3}]}',
    metadata_decoded: { b: 1.5, a: [1, { 2: 3 }] },
  })
  expect(await made(app, ada, { metadata: '' })).toMatchObject({ metadata: null })
  expect(await made(app, ada, { metadata: null })).toMatchObject({ metadata: null })
})

test('a Markdown body is kept untouched and shown as clean HTML', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const source = '# Title\n\n**b** <b onclick="x()">c</b>'
  const entry = await made(app, ada, { content_type: 2, body: source })
  expect(entry).toMatchObject({ content_type: 2, body: source })
  expect(entry.body_html).toContain('<strong>b</strong>')
  expect(entry.body_html).not.toContain('onclick')
})

test('new entries follow the preferences of their maker', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const preferences = JSON.stringify({
    use_markdown: 1,
    default_read: '{"teams": [1], "teamgroups": [], "users": []}',
    default_read_base: 20,
    default_write_base: 10,
  })
  await app.ctx.db.write((db) => db.updateTable('users').set({ preferences }).where('userid', '=', ada.id).execute())
  expect(await made(app, ada, {})).toMatchObject({
    content_type: 2,
    canread: '{"teams": [1], "teamgroups": [], "users": []}',
    canread_base: 20,
    canwrite_base: 10,
  })
})

test('a category, a status or a custom id that means none gives none', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  for (const none of [-1, 0, '', null, '-1']) {
    const entry = await made(app, ada, { category: none, status: none, custom_id: none })
    expect(entry).toMatchObject({ category: null, status: null, custom_id: null })
  }
})

test('a new entry gets the next number of its category once the category uses numbers', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const cells = await category(app)
  expect(await made(app, ada, { category: cells })).toMatchObject({ custom_id: null })
  expect(await made(app, ada, { category: cells, custom_id: 40 })).toMatchObject({ custom_id: 40 })
  expect(await made(app, ada, { category: cells })).toMatchObject({ custom_id: 41 })
  expect(await made(app, ada, {})).toMatchObject({ custom_id: null })
})

test('entries that are made together in one category get different numbers', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const cells = await category(app)
  await made(app, ada, { category: cells, custom_id: 1 })
  const entries = await Promise.all(Array.from({ length: 6 }, () => made(app, ada, { category: cells })))
  expect(entries.map((entry) => entry.custom_id).sort()).toEqual([2, 3, 4, 5, 6, 7])
})

const wrong: [body: object, field: string][] = [
  [{ title: ['a'] }, 'title'],
  [{ title: 'a\0b' }, 'title'],
  [{ body: {} }, 'body'],
  [{ body: 'é'.repeat(2_060_001) }, 'body'],
  [{ content_type: 3 }, 'content_type'],
  [{ content_type: 'html' }, 'content_type'],
  [{ category: 'x' }, 'category'],
  [{ status: 99999999999 }, 'status'],
  [{ date: '2026-02-30' }, 'date'],
  [{ date: [] }, 'date'],
  [{ rating: 6 }, 'rating'],
  [{ rating: -1 }, 'rating'],
  [{ rating: 2.5 }, 'rating'],
  [{ metadata: '{' }, 'metadata'],
  [{ metadata: '5' }, 'metadata'],
  [{ metadata: [1] }, 'metadata'],
  [{ metadata: 7 }, 'metadata'],
  [{ metadata: '['.repeat(5000) }, 'metadata'],
  [{ tags: 5.5, title: {} }, 'title'],
  [{ tags: [''] }, 'tags'],
  [{ tags: [['a']] }, 'tags'],
  [{ tags: ['x'.repeat(256)] }, 'tags'],
  [{ canread: '{"teams": ["1"]}' }, 'canread'],
  [{ canread: '{' }, 'canread'],
  [{ canread: { teams: 4 } }, 'canread'],
  [{ canread: { base: 31 } }, 'canread'],
  [{ canread: { users: [3_000_000_000] } }, 'canread'],
  [{ canread_base: 31 }, 'canread_base'],
  [{ canwrite_base: '' }, 'canwrite_base'],
  [{ canwrite_base: {} }, 'canwrite_base'],
  [{ action: 'nonsense' }, 'action'],
  [{ action: 'lock' }, 'action'],
  [{ entity: 4 }, 'entity'],
]

test('what cannot be stored is refused with the name of the field, and nothing is created', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  for (const [body, field] of wrong) {
    const refused = await app.as(ada).post('experiments', body)
    expect(refused, JSON.stringify(body).slice(0, 80)).toMatchObject({
      status: 400,
      body: { code: 400, message: expect.stringMatching(`^${field}:`) },
    })
  }
  expect(await app.ctx.db.read.selectFrom('entities').select('id').execute()).toEqual([])
})

test('a category or a status that the team does not have is unprocessable', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const foreign = await category(app, await app.given.team())
  for (const body of [{ category: 77 }, { category: foreign }, { status: 77 }, { category: 1 }, { status: foreign }]) {
    expect(await app.as(ada).post('experiments', body)).toMatchObject({ status: 422, body: { code: 422 } })
  }
})

test('a custom id that the category already has is refused', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const cells = await category(app)
  await made(app, ada, { category: cells, custom_id: 3 })
  const refused = await app.as(ada).post('experiments', { category: cells, custom_id: 3 })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching('^custom_id') } })
  // Without a category the numbers need not be unique.
  await made(app, ada, { custom_id: 3 })
  await made(app, ada, { custom_id: 3 })
})

test.each([
  [{ template: -1 }, 201],
  [{ template: '-1', entity: -1 }, 201],
  [{ template: 0 }, 403],
  [{ template: 'x' }, 403],
  [{ template: 12 }, 404],
])('with %j the answer is %i', async (body, status) => {
  const app = await shared()
  const ada = await app.given.user()
  expect(await app.as(ada).post('experiments', body)).toMatchObject({ status })
})

test('a team that forces templates refuses an experiment without one', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  await app.ctx.db.write((db) => db.updateTable('teams').set({ force_exp_tpl: 1 }).where('id', '=', 1).execute())
  expect(await app.as(ada).post('experiments')).toMatchObject({ status: 400 })
})

test('a team can keep the creation of experiments to its admins', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const boss = await app.given.user({ isAdmin: true })
  const entry = await app.given.experiment(ada)
  await app.ctx.db.write((db) =>
    db.updateTable('teams').set({ users_canwrite_experiments: 0 }).where('id', '=', 1).execute(),
  )
  app.ctx.db.noteRightsChanged()
  expect(await app.as(ada).post('experiments')).toMatchObject({ status: 403 })
  expect(await app.as(ada).post(`experiments/${entry}`, { action: 'duplicate' })).toMatchObject({ status: 403 })
  expect(await app.as(boss).post('experiments')).toMatchObject({ status: 201 })
})

test('the next entry follows new preferences of its maker and new switches of the team', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const boss = await app.given.user({ isAdmin: true })
  await made(app, ada, {})
  expect(await app.as(ada).patch('users/me', { default_read_base: 20 })).toMatchObject({ status: 200 })
  expect(await made(app, ada, {})).toMatchObject({ canread_base: 20 })
  expect(await app.as(boss).patch('teams/1', { users_canwrite_experiments: 0 })).toMatchObject({ status: 200 })
  expect(await app.as(ada).post('experiments')).toMatchObject({ status: 403 })
  expect(await app.as(boss).patch('teams/1', { users_canwrite_experiments: 1 })).toMatchObject({ status: 200 })
  await made(app, ada, {})
})

test('new tags are refused, and with them the entry, where only admins may create tags', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  await app.ctx.db.write((db) => db.updateTable('teams').set({ user_create_tag: 0 }).where('id', '=', 1).execute())
  expect(await app.as(ada).post('experiments', { tags: ['new'] })).toMatchObject({ status: 400 })
  expect(await app.ctx.db.read.selectFrom('entities').select('id').execute()).toEqual([])
})

test('the same Idempotency-Key creates one entry', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const once = { 'idempotency-key': 'run-1' }
  const first = await app.as(ada).post('experiments', { title: 'a' }, once)
  expect(await app.as(ada).post('experiments', { title: 'a' }, once)).toMatchObject({ status: 201, id: first.id })
  expect(await app.as(ada).post('experiments', { title: 'b' }, once)).toMatchObject({ status: 422 })
})

test('a read-only key creates nothing, and no key neither', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const key = await app.given.key(ada, false)
  expect(await app.as(key).post('experiments')).toMatchObject({ status: 403 })
  expect(await app.as(undefined).post('experiments')).toMatchObject({ status: 401 })
})

test('the changelog of a new entry says what was given with it, and that it was created, also when one looks back', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const { id } = await app.as(ada).post('experiments', { title: 'Crystals', rating: 3, tags: ['salt', 'cold'] })
  type Lines = { changelog: { target: string; content: string; userid: number }[] }
  const told = async (query = '') =>
    (await app.as(ada).get<Lines>(`experiments/${id}${query}`)).body.changelog.map(({ target, content }) => [
      target,
      content,
    ])
  const first = [
    ['title', 'Crystals'],
    ['rating', '3'],
    ['tags', 'cold|salt'],
    ['created', 'Created'],
  ]
  expect(new Set(await told())).toEqual(new Set(first))
  expect((await told()).at(-1)).toEqual(['created', 'Created'])
  const [moment] = (await app.as(ada).get<{ as_of: string }[]>(`experiments/${id}/timeline`)).body
  await app.as(ada).patch(`experiments/${id}`, { rating: 4 })
  expect((await told())[0]).toEqual(['rating', '4'])
  expect(new Set(await told(`?as_of=${moment?.as_of}`))).toEqual(new Set(first))

  const { id: template } = await app.as(ada).post('experiments_templates', { body: '<p>Steps</p>' })
  const { id: made } = await app.as(ada).post('experiments', { template })
  const { body } = await app.as(ada).get<Lines>(`experiments/${made}`)
  expect(body.changelog).toMatchObject([{ target: 'created', content: `Created from experiment template ${template}` }])

  const { id: long } = await app.as(ada).post('experiments', { body: `<p>${'x'.repeat(10_000)}</p>` })
  const { body: longer } = await app.as(ada).get<Lines>(`experiments/${long}`)
  expect(longer.changelog).toMatchObject([{ target: 'body' }, { target: 'created', userid: ada.id }])
})
