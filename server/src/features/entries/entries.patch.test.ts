import type { Entity } from '@aliquot/contract/entities'
import { expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { LABEL_KIND } from '../labels/labels.kinds.ts'

async function start(attributes: Record<string, unknown> = {}) {
  const app = await testApp()
  const ada = await app.given.user()
  const id = await app.given.experiment(ada, attributes)
  const patch = (body: unknown, headers = {}) => app.as(ada).patch<Entity>(`experiments/${id}`, body, headers)
  return { app, ada, id, patch, read: async () => (await app.as(ada).get<Entity>(`experiments/${id}`)).body }
}

test('whoever loses access right after a change is answered with the entry, not with 403', async () => {
  const { app, ada, id } = await start({ canread_base: 40, canwrite_base: 40 })
  const bob = await app.given.user()
  // The first use of a key is stored.
  expect(await app.as(bob).get(`experiments/${id}`)).toMatchObject({ status: 200 })
  const { write } = app.ctx.db
  vi.spyOn(app.ctx.db, 'write').mockImplementationOnce(async (work, options) => {
    const result = await write(work, options)
    expect(await app.as(ada).patch(`experiments/${id}`, { canread_base: 10 })).toMatchObject({ status: 200 })
    return result
  })
  expect(await app.as(bob).patch(`experiments/${id}`, { custom_id: 7 })).toMatchObject({
    status: 200,
    body: { custom_id: 7, lastchangeby: bob.id },
  })
  expect(await app.as(ada).get(`experiments/${id}`)).toMatchObject({ body: { custom_id: 7, lastchangeby: ada.id } })
})

async function category(app: TestApp, title: string): Promise<number> {
  const kind = LABEL_KIND.experimentsCategory
  const values = { kind, team: 1, title, color: 'aabbcc', state: 1, is_private: 1 }
  return app.ctx.db.write(
    async (db) => (await db.insertInto('labels').values(values).returning('id').executeTakeFirstOrThrow()).id,
  )
}

const accepted: [body: Record<string, unknown>, after: Record<string, unknown>][] = [
  [{ title: ' New\ntitle ' }, { title: 'New title' }],
  [{ title: '' }, { title: 'Untitled' }],
  [{ title: 5 }, { title: '5' }],
  [{ title: true }, { title: '1' }],
  [{ title: '<b>x</b> & "y"' }, { title: '<b>x</b> & "y"' }],
  [{ title: 'x'.repeat(300) }, { title: 'x'.repeat(255) }],
  [{ date: '2026-05-06' }, { date: '2026-05-06' }],
  [{ date: 20260507 }, { date: '2026-05-07' }],
  [{ body: '<p>a</p>' }, { body: '<p>a</p>', body_html: '<p>a</p>' }],
  [{ body: null }, { body: '' }],
  [{ content_type: '2' }, { content_type: 2 }],
  [{ rating: '5' }, { rating: 5 }],
  [{ rating: null }, { rating: 0 }],
  [{ rating: true }, { rating: 1 }],
  [{ status: '2' }, { status: 2, status_title: 'Success', status_color: '54aa08' }],
  [{ status: 0 }, { status: null }],
  [{ category: -1 }, { category: null }],
  [{ custom_id: 7 }, { custom_id: 7 }],
  [{ custom_id: '' }, { custom_id: null }],
  [{ hide_main_text: 'on' }, { hide_main_text: 1 }],
  [{ hide_main_text: 'off' }, { hide_main_text: 0 }],
  [{ hide_main_text: 1 }, { hide_main_text: 1 }],
  [{ hide_main_text: '' }, { hide_main_text: 0 }],
  [{ metadata: '{"a":1}' }, { metadata: '{"a": 1}', metadata_decoded: { a: 1 } }],
  [{ metadata: { a: { b: [1] } } }, { metadata: '{"a": {"b": [1]}}' }],
  [{ metadata: null }, { metadata: null }],
  [{ tags: ['b', 'A'] }, { tags: 'A|b' }],
  [{ tags: 'x|y' }, { tags: 'x|y' }],
  [{ tags: [] }, { tags: null, tags_id: null, tags_decoded: [] }],
  [{ canread_base: '40' }, { canread_base: 40 }],
  [{ canwrite_base: 30 }, { canwrite_base: 30 }],
  [
    { canread: { teams: [1, 1], teamgroups: [], users: [] } },
    { canread: '{"teams": [1], "teamgroups": [], "users": []}', canread_base: 40 },
  ],
  [{ canread: '{"base": 20, "teams": [], "teamgroups": [], "users": [1]}' }, { canread_base: 20 }],
  [{ action: 'update', title: 'explicit' }, { title: 'explicit' }],
  [{ state: 1 }, { state: 1 }],
  [{}, { title: 'explicit' }],
]

test('every attribute is changed as it is sent', async () => {
  const { patch, read } = await start()
  for (const [body, after] of accepted) {
    const answer = await patch(body)
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 200, body: after })
    expect(await read(), JSON.stringify(body)).toEqual(answer.body)
  }
})

const refused: [body: object | string, field: string][] = [
  [{ title: ['x'] }, 'title'],
  [{ title: { a: 1 } }, 'title'],
  [{ title: 'a\0' }, 'title'],
  [{ title: '\ud800' }, 'title'],
  [{ date: '2026-13-01' }, 'date'],
  [{ date: '' }, 'date'],
  [{ date: 'yesterday' }, 'date'],
  [{ body: ['x'] }, 'body'],
  [{ body: 'é'.repeat(2_060_001) }, 'body'],
  [{ bodyappend: 'é'.repeat(2_060_001) }, 'bodyappend'],
  [{ bodyappend: {} }, 'bodyappend'],
  [{ content_type: 0 }, 'content_type'],
  [{ content_type: null }, 'content_type'],
  [{ rating: 6 }, 'rating'],
  [{ rating: -1 }, 'rating'],
  [{ rating: 'good' }, 'rating'],
  [{ rating: 1e99 }, 'rating'],
  [{ category: 'x' }, 'category'],
  [{ category: 2_147_483_648 }, 'category'],
  [{ status: [1] }, 'status'],
  [{ custom_id: 1.5 }, 'custom_id'],
  [{ metadata: '{"a":' }, 'metadata'],
  [{ metadata: 'text' }, 'metadata'],
  [{ metadata: [1] }, 'metadata'],
  [{ metadatamerge: '{' }, 'metadatamerge'],
  [{ metadatamerge: {} }, 'metadatamerge'],
  [{ metadatamerge: { extra_fields: { a: 5 } } }, 'metadatamerge'],
  [{ tags: [{}] }, 'tags'],
  [{ tags: ['ok', ' '] }, 'tags'],
  [{ canread: '{"teams": [], "teamgroups": []}' }, 'canread'],
  [{ canread: { teams: [], teamgroups: [], users: ['1'] } }, 'canread'],
  [{ canread: { teams: [], teamgroups: [], users: [[1]] } }, 'canread'],
  [{ canread: 5 }, 'canread'],
  [{ canwrite: '' }, 'canwrite'],
  [{ canwrite: 'null' }, 'canwrite'],
  [{ canread_base: 60 }, 'canread_base'],
  [{ canwrite_base: null }, 'canwrite_base'],
  [{ state: 4 }, 'state'],
  [{ state: 0 }, 'state'],
  [{ state: '' }, 'state'],
  [{ userid: 2 }, 'userid'],
  [{ team: 2 }, 'team'],
  [{ locked: 1 }, 'locked'],
  [{ elabid: 'x' }, 'elabid'],
  [{ created_at: '2020-01-01 00:00:00' }, 'created_at'],
  [{ is_bookable: 1 }, 'is_bookable'],
  [{ nonsense: 1 }, 'nonsense'],
  [{ action: 'nonsense' }, 'action'],
  [{ action: 'finish' }, 'action'],
  [{ action: 7 }, 'action'],
  ['5', 'body'],
  ['{"title":', 'body'],
  ['[1]', 'body'],
]

test('a wrong attribute is refused by its name, and nothing changes', async () => {
  const { patch, read } = await start({ title: 'before', body: 'text' })
  const before = await read()
  for (const [body, field] of refused) {
    const sent = typeof body === 'string' ? body : { rating: 5, ...body }
    const answer = await patch(sent)
    expect(answer, JSON.stringify(body).slice(0, 80)).toMatchObject({
      status: 400,
      body: { code: 400, message: expect.stringMatching(`^${field}:`), description: expect.any(String) },
    })
  }
  expect(await read()).toEqual(before)
})

test('several attributes are changed together or not at all', async () => {
  const { app, patch, read } = await start({ title: 'before' })
  const before = await read()
  const late: [object, number][] = [
    [{ title: 'x', body: 'y', tags: ['new'], status: 99 }, 422],
    [{ title: 'x', category: 1 }, 422],
    [{ title: 'x', canread_is_immutable: 1 }, 422],
    [{ body: 'y', tags: ['one', ''] }, 400],
  ]
  for (const [body, status] of late) expect(await patch(body)).toMatchObject({ status, body: { code: status } })
  expect(await read()).toEqual(before)
  expect(await app.ctx.db.read.selectFrom('tags').select('tag').execute()).toEqual([])
})

test('HTML is cleaned on write, clean HTML is kept to the byte', async () => {
  const { patch } = await start()
  const clean = '<p style="text-align:center">5 < 6 &amp; <a href="/x">y</a></p>\n<table><tr><td>1</td></tr></table>'
  expect((await patch({ body: clean })).body.body).toBe(clean)
  const { body } = await patch({ body: '<p onclick="x()">a</p><script>x()</script><iframe src="/"></iframe>' })
  expect(body.body).toBe('<p>a</p>')
})

test('text after <title>, <iframe> and the like is not dropped', async () => {
  const { patch } = await start()
  const { body } = await patch({ body: '<p>before</p><title>x<p>after one</p><p>after two</p>' })
  expect(body.body).toBe('<p>before</p>x<p>after one</p><p>after two</p>')
  expect((await patch({ body: '<p>x</p><iframe src=y><p>after</p>' })).body.body).toBe('<p>x</p><p>after</p>')

  const source = 'The tag <title> is used.\n\nSecond paragraph with results 42.'
  const markdown = await patch({ content_type: 2, body: source })
  expect(markdown.body.body_html).toContain('The tag &lt;title&gt; is used.')
  expect(markdown.body.body_html).toContain('results 42')
  expect((await patch({ content_type: 1 })).body.body).toContain('results 42')
})

test('bodyappend adds to the end of the body', async () => {
  const { patch } = await start()
  expect((await patch({ bodyappend: '<p>one</p>' })).body.body).toBe('<p>one</p>')
  expect((await patch({ bodyappend: '<p>two</p><script>x</script>' })).body.body).toBe('<p>one</p><p>two</p>')
  expect((await patch({ body: 'new ', bodyappend: 'text' })).body.body).toBe('new text')
})

test('two harmless texts do not become a tag where they meet', async () => {
  const { patch } = await start({ body: 'a <b' })
  const { body } = await patch({ bodyappend: ' onmouseover=alert(1)>' })
  expect(body.body).not.toMatch(/<b[^>]*onmouseover/)
})

test('a body that grows beyond the limit by appending is refused', async () => {
  const { patch } = await start({ body: 'x'.repeat(4_119_000) })
  expect(await patch({ bodyappend: 'y'.repeat(2000) })).toMatchObject({ status: 400 })
})

test('a body that grows beyond the limit by cleaning is refused, and names the field', async () => {
  const { patch } = await start({})
  const links = '<a href="https://a.b">x</a>'.repeat(100_000)
  expect(await patch({ body: links })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^body: /) },
  })
})

test('Markdown is stored untouched, and cleaned when the entry becomes HTML', async () => {
  const { patch } = await start({ content_type: 2 })
  const source = 'text <img src=x onerror="alert(1)">'
  const markdown = await patch({ body: source, bodyappend: '\n- a' })
  expect(markdown.body.body).toBe(`${source}\n- a`)
  expect(markdown.body.body_html).not.toContain('onerror')
  const html = await patch({ content_type: 1 })
  expect(html.body.body).not.toContain('onerror')
  expect(html.body.body_html).toBe(html.body.body)
})

test('the tags of an entry become exactly those that are sent', async () => {
  const { patch, app } = await start()
  await patch({ tags: ['pcr', 'mouse'] })
  const { body } = await patch({ tags: ['Mouse', 'new', 'NEW'] })
  expect(body).toMatchObject({ tags: 'mouse|new', tags_id: expect.stringMatching(/^\d+,\d+$/) })
  expect(body.tags_decoded).toMatchObject([
    { tag: 'mouse', is_favorite: false },
    { tag: 'new', is_favorite: false },
  ])
  expect(await app.ctx.db.read.selectFrom('tags').select('tag').orderBy('id').execute()).toHaveLength(3)
})

test('a change moves modified_at, lastchangeby and the version; tags alone only the version', async () => {
  const { app, ada, patch, read } = await start()
  const created = await read()
  app.ctx.now = () => '2030-01-01T00:00:00.000Z'
  const tagged = await patch({ tags: ['x'] })
  expect(tagged.headers.etag).toMatch(/^"2-/)
  expect(tagged.body).toMatchObject({ modified_at: created.modified_at, lastchangeby: null })
  const renamed = await patch({ title: 'x' })
  expect(renamed.headers.etag).toMatch(/^"3-/)
  expect(renamed.body).toMatchObject({ modified_at: '2030-01-01 00:00:00', lastchangeby: ada.id })
})

test('what is what it was leaves no trace', async () => {
  const { patch, read } = await start({ title: 'same', body: 'text', tags: ['a'], rating: 2 })
  const before = await read()
  expect(await patch({ title: ' same ', body: 'text', tags: ['A'], rating: '2' })).toMatchObject({ body: before })
  expect((await patch({})).body).toEqual(before)
})

test('a custom id is unique within its category, also when the category changes', async () => {
  const { app, ada, patch } = await start()
  const cells = await category(app, 'Cells')
  const mice = await category(app, 'Mice')
  await app.given.experiment(ada, { category: cells, custom_id: 5 })
  expect(await patch({ category: cells, custom_id: 5 })).toMatchObject({ status: 400 })
  expect(await patch({ category: mice, custom_id: 5 })).toMatchObject({ status: 200 })
  const moved = await patch({ category: cells })
  expect(moved).toMatchObject({ status: 400, body: { message: expect.stringMatching('^custom_id:') } })
  expect(await patch({ category: cells, custom_id: 6 })).toMatchObject({
    status: 200,
    body: { category_title: 'Cells' },
  })
})

test('state as an attribute does what the action does', async () => {
  const { patch, app, ada } = await start({ custom_id: 3 })
  expect(await patch({ state: 2, title: 'old' })).toMatchObject({ body: { state: 2, locked: 1, title: 'old' } })
  const other = await app.given.experiment(ada, { custom_id: 4 })
  const deleted = await app.as(ada).patch(`experiments/${other}`, { state: 3, custom_id: 9 })
  expect(deleted).toMatchObject({ status: 200, body: { state: 3, custom_id: null } })
})

test('If-Match lets a change through only on the version that was read', async () => {
  const { patch, read, app, ada, id } = await start()
  const first = (await app.as(ada).get(`experiments/${id}`)).headers.etag ?? ''
  expect(await patch({ title: 'one' }, { 'if-match': first })).toMatchObject({ status: 200 })
  const stale = await patch({ title: 'two' }, { 'if-match': first })
  expect(stale).toMatchObject({ status: 412, body: { code: 412, current: { id, title: 'one' } } })
  expect(await patch({ title: 'three' }, { 'if-match': '*' })).toMatchObject({ status: 200 })
  expect(await patch({ action: 'lock' }, { 'if-match': first })).toMatchObject({ status: 412 })
  expect(await read()).toMatchObject({ title: 'three', locked: 0 })
})

test('a new comment does not make the version of the entry stale', async () => {
  const { patch, app, ada, id } = await start()
  const etag = (await app.as(ada).get(`experiments/${id}`)).headers.etag ?? ''
  await app.as(ada).post(`experiments/${id}/comments`, { comment: 'x' })
  expect(await patch({ title: 'one' }, { 'if-match': etag })).toMatchObject({ status: 200 })
})

test('two clients that save the same version at once do not overwrite each other', async () => {
  const { patch, app, ada, id } = await start()
  const etag = (await app.as(ada).get(`experiments/${id}`)).headers.etag ?? ''
  const answers = await Promise.all(['a', 'b', 'c'].map((body) => patch({ body }, { 'if-match': etag })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
})

test('the collection can neither be changed nor deleted', async () => {
  const { app, ada } = await start()
  expect(await app.as(ada).patch('experiments', { title: 'x' })).toMatchObject({ status: 403 })
  expect(await app.as(ada).patch('experiments', { nonsense: 'x' })).toMatchObject({ status: 403 })
  expect(await app.as(ada).delete('experiments')).toMatchObject({ status: 403 })
})

test('a merge of metadata that waits for a long text keeps what others set meanwhile', async () => {
  const { as, given } = await testApp()
  const ada = as(await given.user())
  const { id } = await ada.post('experiments', { metadata: { extra_fields: { A: { value: 1 }, B: { value: 1 } } } })
  const set = (name: string, more = {}) =>
    ada.patch<Entity>(`experiments/${id}`, { metadatamerge: { extra_fields: { [name]: { value: 2 } } }, ...more })
  await Promise.all([set('A', { body: '<p>long</p>'.repeat(3000) }), set('B')])
  const { body } = await ada.get<Entity>(`experiments/${id}`)
  expect(body.metadata).toBe('{"extra_fields": {"A": {"value": 2}, "B": {"value": 2}}}')
})
