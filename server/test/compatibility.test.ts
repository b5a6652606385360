import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { setAdmin } from '../src/features/users/users.memberships.ts'
import { setSysadmin } from '../src/features/users/users.state.ts'
import { JOB_KINDS } from '../src/job-kinds.ts'
import { runJobs } from '../src/jobs/runner.ts'
import { oneFile } from './forms.ts'
import { type Reply, sharedApp, type TestUser } from './harness.ts'
import { readZip } from './zip-reader.ts'

/* Differences from eLabFTW 5.6.12: one test per line of docs/compatibility.md, under its name. */

const AUTHOR = { userid: null, via: 'test', address: '' }
const shared = sharedApp()

/** Ada has an experiment, and Bob is in her team. */
async function givenLab() {
  const app = await shared()
  const [ada, bob] = [await app.given.user(), await app.given.user()]
  const id = await app.given.experiment(ada, { title: 'Crystals' })
  return { ...app, app, as: app.as, given: app.given, ctx: app.ctx, ada, bob, id, path: `experiments/${id}` }
}
const csv = (content: string) => [{ name: 'file', filename: 'lab.csv', content: Buffer.from(content) }]
type Lab = Awaited<ReturnType<typeof givenLab>>

async function givenAdmin({ ctx, given }: Pick<Lab, 'ctx' | 'given'>, user: Parameters<typeof given.user>[0] = {}) {
  const admin = await given.user(user)
  await setAdmin(ctx, AUTHOR, admin.id, admin.team, true)
  return admin
}

const refused = (reply: Reply) => [reply.status, (reply.body as { code?: number }).code]
const message = (reply: Reply) => (reply.body as { message: string }).message
const record = async ({ as, ada, path }: Lab) => (await as(ada).get<Record<string, unknown>>(path)).body
const permission = (lists: object) => ({ teams: [], teamgroups: [], users: [], ...lists })

const RULES =
  'a rule forbids it: archived, deleted, immutable permissions, owner outside the team, last base permission, archiving a sysadmin'

const requests: Record<string, (lab: Lab) => Promise<void>> = {
  'a read-only key writes': async ({ as, given, ada, path }) => {
    const reader = as(await given.key(ada, false))
    expect(refused(await reader.patch(path, { title: 'x' }))).toEqual([403, 403])
    expect(refused(await reader.post('experiments', {}))).toEqual([403, 403])
    expect(refused(await reader.delete(path))).toEqual([403, 403])
  },
  [RULES]: async (lab) => {
    const { as, ctx, given, ada, path } = lab
    const stranger = await given.user({ team: await given.team() })
    const owner = { action: 'updateowner', userid: stranger.id, team: ada.team }
    expect(refused(await as(ada).patch(path, owner))).toEqual([422, 422])
    for (const [before, after] of [
      [{ action: 'archive' }, { title: 'x' }],
      [{ action: 'unarchive' }, undefined],
      [{ action: 'destroy' }, { title: 'x' }],
    ] as const) {
      await as(ada).patch(path, before)
      if (after) expect(refused(await as(ada).patch(path, after))).toEqual([422, 422])
    }
    const template = await as(ada).post('experiments_templates', { canread_is_immutable: 1 })
    const made = await as(ada).post('experiments', { template: template.id })
    expect(refused(await as(ada).patch(`experiments/${made.id}`, { canread_base: 10 }))).toEqual([422, 422])
    const [boss, other] = [await given.user(), await given.user()]
    for (const { id } of [boss, other]) await setSysadmin(ctx, AUTHOR, id, true)
    const off = ['full', 'organization', 'team', 'user', 'useronly'].map((level) => [`allow_permission_${level}`, '0'])
    expect(refused(await as(boss).patch('config', Object.fromEntries(off)))).toEqual([422, 422])
    expect(refused(await as(boss).patch(`users/${other.id}`, { action: 'archive' }))).toEqual([422, 422])
  },
  'id `0` or `abc` in a path': async ({ as, ada, path }) => {
    for (const place of ['experiments', `${path}/comments`, 'apikeys']) {
      expect((await as(ada).get(`${place}/0`)).status, place).toBe(404)
      expect((await as(ada).get(`${place}/abc`)).status, place).toBe(400)
    }
  },
  '`PUT`': async ({ as, ada, path }) => {
    const reply = await as(ada).send('PUT', path, {})
    expect(refused(reply)).toEqual([405, 405])
    expect(reply.headers.allow).toContain('PATCH')
  },
  '`HEAD`': async ({ as, ada, path }) => {
    const [head, get] = [await as(ada).send('HEAD', path), await as(ada).get(path)]
    expect([head.status, head.raw.length, head.headers.etag]).toEqual([200, 0, get.headers.etag])
  },
  '`Content-Type: application/json; charset=utf-8`': async ({ as, ada, path }) => {
    const type = { 'content-type': 'application/json; charset=utf-8' }
    expect((await as(ada).patch(path, { title: 'Salts' }, type)).status).toBe(200)
  },
  '`Authorization: Bearer KEY`': async ({ as, ada }) => {
    expect((await as(`Bearer ${ada.key}`).get('users/me')).status).toBe(200)
    expect((await as(ada.key).get('users/me')).status).toBe(200)
  },
  'JSON that is no object, values of a wrong JSON type': async ({ as, ada, path }) => {
    for (const body of ['"x"', '7', 'null', '[1]', '{"title": {"a": 1}}', '{"rating": [1]}']) {
      expect(refused(await as(ada).patch(path, body)), body).toEqual([400, 400])
    }
    expect(message(await as(ada).patch(path, { title: { a: 1 } }))).toMatch(/^title: /)
  },
  'the JSON body `[]`': async ({ as, ada, path }) => {
    expect((await as(ada).post('experiments', '[]')).status).toBe(201)
    expect((await as(ada).patch(path, '[]')).status).toBe(200)
    expect((await as(ada).delete(path, '[]')).status).toBe(204)
  },
  'several attributes, one of them bad': async (lab) => {
    expect((await lab.as(lab.ada).patch(lab.path, { title: 'Salts', rating: 9 })).status).toBe(400)
    expect(await record(lab)).toMatchObject({ title: 'Crystals', rating: 0 })
  },
  'unknown `action` on `POST`': async ({ as, ada, path }) => {
    for (const place of ['experiments', `${path}/comments`, `${path}/steps`, 'apikeys']) {
      expect((await as(ada).post(place, { action: 'nonsense', comment: 'x', body: 'x', name: 'x' })).status).toBe(400)
    }
  },
  '`action: "update"` beside attributes': async ({ as, ada, path }) => {
    const reply = await as(ada).patch(path, { action: 'update', title: 'Salts' })
    expect(reply).toMatchObject({ status: 200, body: { title: 'Salts' } })
  },
  'totals, pages, versions and safe repetition': async ({ as, given, ada, path }) => {
    await given.experiment(ada)
    const list = await as(ada).get('experiments?limit=1&scope=1')
    expect(list.headers).toMatchObject({ 'x-total-count': '2', link: expect.stringContaining('rel="next"') })
    const { etag = '' } = (await as(ada).get(path)).headers
    expect((await as(ada).patch(path, { title: 'Salts' }, { 'if-match': etag })).status).toBe(200)
    expect((await as(ada).patch(path, { title: 'Acids' }, { 'if-match': etag })).status).toBe(412)
    const once = { 'idempotency-key': `compatibility ${ada.id}` }
    const ids = [await as(ada).post('experiments', {}, once), await as(ada).post('experiments', {}, once)]
    expect(ids[0]?.id).toBe(ids[1]?.id)
    for (const page of ['users/me/uploads', 'teams/current/teamgroups']) {
      expect((await as(ada).get(page)).headers, page).toHaveProperty('x-total-count')
    }
    const admin = await givenAdmin(await givenLab())
    for (const name of ['One', 'Two']) await as(admin).post('teams/current/teamgroups', { name })
    for (const name of ['a', 'b']) await as(ada).postForm(`${path}/uploads`, oneFile(`${name}.txt`, name))
    for (const page of ['users/me/uploads', 'teams/current/teamgroups']) {
      const { headers } = await as(ada).get(`${page}?limit=1`)
      expect(headers, page).toMatchObject({ link: expect.stringContaining('offset=1') })
    }
  },
}

const entries: Record<string, (lab: Lab) => Promise<void>> = {
  '`tags` in `PATCH` of an entry': async ({ as, ada, path }) => {
    await as(ada).patch(path, { tags: ['a', 'b'] })
    expect((await as(ada).patch(path, { tags: ['b', 'c'] })).body).toMatchObject({ tags: 'b|c' })
  },
  '`date`, `rating`, `custom_id`, `hide_main_text` at creation': async ({ as, ada }) => {
    const sent = { date: '2026-03-02', rating: 4, custom_id: 12_345, hide_main_text: 1 }
    const { id } = await as(ada).post('experiments', sent)
    expect((await as(ada).get(`experiments/${id}`)).body).toMatchObject(sent)
  },
  'a wrong date': async ({ as, ada, path }) => {
    for (const date of ['2026-02-30', 'yesterday', '0000-00-00']) {
      expect((await as(ada).patch(path, { date })).status, date).toBe(400)
    }
  },
  '`rating` 9, `content_type` 9': async ({ as, ada, path }) => {
    expect(message(await as(ada).patch(path, { rating: 9 }))).toMatch(/^rating: /)
    expect(message(await as(ada).patch(path, { content_type: 9 }))).toMatch(/^content_type: /)
  },
  'unknown category or status': async ({ as, ada, path }) => {
    for (const name of ['category', 'status']) {
      expect(refused(await as(ada).patch(path, { [name]: 999_999 })), name).toEqual([422, 422])
    }
  },
  '`metadata`': async (lab) => {
    const metadata = { longest: 1, a: 2, four: 3 }
    await lab.as(lab.ada).patch(lab.path, { metadata })
    expect((await record(lab)).metadata).toBe('{"longest": 1, "a": 2, "four": 3}')
  },
  'bad JSON for `metadata`': async ({ as, ada, path }) => {
    expect((await as(ada).patch(path, { metadata: '{"a":' })).status).toBe(400)
  },
  '`updatemetadatafield` of a field that is not there': async (lab) => {
    const { as, ada, path } = lab
    await as(ada).patch(path, { metadata: { extra_fields: { pH: { type: 'number', value: '7' } } } })
    expect((await as(ada).patch(path, { action: 'updatemetadatafield', nonsense: '8' })).status).toBe(400)
    expect((await as(ada).patch(path, { action: 'updatemetadatafield', pH: '8' })).status).toBe(200)
  },
  'permissions as an object instead of a text': async ({ as, ada, bob, path }) => {
    const canread = permission({ users: [bob.id] })
    const { body } = await as(ada).patch<{ canread: string }>(path, { canread })
    expect(JSON.parse(body.canread)).toEqual(canread)
  },
  'permissions that name unknown people, groups or teams': async (lab) => {
    const { as, ada, bob, ctx, path } = lab
    for (const name of ['users', 'teamgroups', 'teams'] as const) {
      const body = { canread: permission({ [name]: [999_999] }) }
      const reply = await as(ada).patch(path, body)
      expect([reply.status, message(reply)], name).toEqual([422, expect.stringMatching(`^canread: .*999999`)])
      expect((await as(ada).post('experiments', body)).status, name).toBe(422)
      const { action, can, can_base } = { action: 'setcanwrite', can: body.canread, can_base: 30 }
      expect((await as(ada).patch(path, { action, can, can_base })).status, name).toBe(422)
    }
    const shared = { canread: permission({ users: [bob.id], teams: [ada.team] }) }
    expect((await as(ada).patch(path, shared)).status).toBe(200)
    const defaults = { default_read: JSON.stringify(permission({ users: [999_999] })) }
    expect((await as(ada).patch('users/me', defaults)).status).toBe(422)
    // A stored permission may be sent again although that person has gone.
    await ctx.db.write((db) => db.updateTable('users').set({ state: 3 }).where('userid', '=', bob.id).execute())
    const { canread } = (await as(ada).get<{ canread: string }>(path)).body
    expect((await as(ada).patch(path, { canread })).status).toBe(200)
    expect((await as(ada).post('experiments', { canread })).status).toBe(422)
  },
  'ids as texts in the lists of a permission': async ({ as, ada, bob, path }) => {
    expect((await as(ada).patch(path, { canread: permission({ users: [String(bob.id)] }) })).status).toBe(400)
  },
  'lists without `full=1`': async ({ as, ada }) => {
    const rows = async (query: string) => (await as(ada).get<object[]>(`experiments?limit=1&${query}`)).body[0]
    expect(await rows('')).toHaveProperty('body')
    expect(await rows('full=0')).not.toHaveProperty('body')
  },
  '`q=%`': async ({ as, ada }) => {
    expect((await as(ada).get('experiments?q=%25')).status).toBeLessThan(500)
  },
  '`scope=9`': async ({ as, ada }) => {
    expect(message(await as(ada).get('experiments?scope=9'))).toMatch(/^scope: /)
  },
  '`format=csv` with `owner` of somebody else': async ({ as, given, ada, bob }) => {
    await given.experiment(ada, { title: 'Hidden', canread_base: 10 })
    const { status, raw } = await as(bob).get(`experiments?format=csv&owner=${ada.id}`)
    expect(status).toBe(200)
    expect(String(raw)).toContain('Crystals')
    expect(String(raw)).not.toContain('Hidden')
  },
  '`POST /exports` with `true` in place of `"on"`': async ({ as, ada }) => {
    const { id } = await as(ada).post('exports', { format: 'zip', experiments: true })
    expect((await as(ada).get(`exports/${id}`)).body).toMatchObject({ state: 4, experiments: 1, items: 0 })
  },
  '`POST /exports` with `zippdf`, `csv`, `qrpdf` and others': async ({ ctx, as, ada }) => {
    const { id } = await as(ada).post('exports', { format: 'csv', experiments: 'on' })
    await runJobs(ctx, JOB_KINDS)
    expect((await as(ada).get(`exports/${id}`)).body).toMatchObject({ state: 1, format: 'csv' })
  },
  '`POST /import` of a CSV of which a row cannot come in': async ({ as, given }) => {
    const user = await given.user({ team: await given.team() })
    expect((await as(user).postForm('import', csv('title,x\nA,1\n,2\n'))).status).toBe(400)
    expect((await as(user).get('items')).body).toEqual([])
  },
  '`POST /import` of a CSV with the columns `canread` and `canwrite`': async ({ as, given }) => {
    const user = await given.user({ team: await given.team() })
    const [read, write] = ['{"base":40,"users":[1]}', '{"base":30}'].map((text) => `"${text.replaceAll('"', '""')}"`)
    const sent = await as(user).postForm('import', csv(`title,canread,canwrite\nA,${read},${write}\n`))
    expect(sent.status).toBe(201)
    expect((await as(user).get<object[]>('items')).body).toMatchObject([{ canread_base: 40, canwrite_base: 30 }])
    expect((await as(user).get<{ canread: string }[]>('items')).body[0]?.canread).not.toContain('"users":[1]')
  },
  '`format=eln`': async ({ as, ada, path }) => {
    const { id: other } = await as(ada).post('experiments', { title: 'linked' })
    await as(ada).post(`${path}/experiments_links/${other}`, {})
    const files = [...readZip((await as(ada).get(`${path}?format=eln`)).raw)]
    const metadata = files.find(([name]) => name.endsWith('/ro-crate-metadata.json'))?.[1].toString() ?? ''
    expect(metadata).toContain('https://w3id.org/ro/crate/1.1')
    expect(metadata).toContain(`"#entry-${other}"`)
    expect(metadata).not.toContain(`"./experiment-${other}/"`)
  },
}

const belonging: Record<string, (lab: Lab) => Promise<void>> = {
  "somebody else's comment: `PATCH`, `DELETE`": async ({ as, ada, bob, path }) => {
    const { id } = await as(ada).post(`${path}/comments`, { comment: 'Mine' })
    expect((await as(bob).patch(`${path}/comments/${id}`, { comment: 'x' })).status).toBe(403)
    expect((await as(bob).delete(`${path}/comments/${id}`)).status).toBe(403)
  },
  '`DELETE /{type}/{id}/tags/{tag}`': async ({ as, ada, path }) => {
    await as(ada).post(`${path}/tags`, { tags: ['a', 'b', 'c'] })
    const tags = async () => (await as(ada).get<{ id: number; tag: string }[]>(`${path}/tags`)).body
    const b = (await tags()).find(({ tag }) => tag === 'b')?.id
    expect((await as(ada).delete(`${path}/tags/${b}`)).status).toBe(204)
    expect((await tags()).map(({ tag }) => tag)).toEqual(['a', 'c'])
    expect((await as(ada).delete(`${path}/tags/${b}`)).status).toBe(404)
    expect((await as(ada).delete(`${path}/tags/999999`)).status).toBe(404)
    expect(await tags()).toHaveLength(2)
    expect((await as(ada).delete(`${path}/tags`)).status).toBe(204)
    expect(await tags()).toEqual([])
  },
  'the tags of an entry': async ({ as, ada, path }) => {
    const { id } = await as(ada).post(`${path}/tags`, { tag: 'dna' })
    expect((await as(ada).get(`${path}/tags`)).body).toEqual([{ tag: 'dna', tag_id: id, id, is_favorite: 0 }])
  },
  'unreferencing a tag of an entry': async ({ as, ada, path }) => {
    const item = `items/${(await as(ada).post('items', {})).id}`
    const { id } = await as(ada).post(`${path}/tags`, { tag: 'dna' })
    await as(ada).post(`${item}/tags`, { tag: 'dna' })
    await as(ada).patch(`${path}/tags/${id}`, { action: 'unreference' })
    expect((await as(ada).get(`${path}/tags`)).body).toEqual([])
    expect((await as(ada).get(`${item}/tags`)).body).toHaveLength(1)
  },
  '`POST` of a file to `/uploads/{id}` without an action': async ({ as, ada, path }) => {
    const first = await as(ada).postForm(`${path}/uploads`, oneFile('gel.txt', 'one'))
    const second = await as(ada).postForm(`${path}/uploads/${first.id}`, oneFile('gel.txt', 'two'))
    expect((await as(ada).get(`${path}/uploads`)).body).toMatchObject([{ id: second.id, replaces: first.id }])
  },
  'links to entries that one may not read': async ({ as, given, ada, bob, path }) => {
    const hidden = await given.experiment(ada, { title: 'Hidden', canread_base: 10 })
    await as(ada).post(`${path}/experiments_links/${hidden}`)
    expect((await as(bob).get(`${path}/experiments_links`)).body).toEqual([])
    expect(JSON.stringify((await as(bob).get(path)).body)).not.toContain('Hidden')
  },
  "`DELETE` of somebody else's request": async ({ as, given, ada, bob, path }) => {
    const asked = { target_userid: bob.id, target_action: 30 }
    const { id } = await as(ada).post(`${path}/request_actions`, asked)
    expect((await as(await given.user()).delete(`${path}/request_actions/${id}`)).status).toBe(403)
  },
  '`/users/{id}/request_actions` of somebody else': async ({ as, ctx, given, ada, bob, id, path }) => {
    await as(ada).post(`${path}/request_actions`, { target_userid: bob.id, target_action: 30 })
    const place = `users/${bob.id}/request_actions`
    const boss = await given.user()
    expect((await as(boss).get(place)).status).toBe(403)
    await setSysadmin(ctx, AUTHOR, boss.id, true)
    expect(await as(boss).get(place)).toMatchObject({ status: 200, body: [{ entity_id: id, target_userid: bob.id }] })
    expect((await as(boss).get('users/999999/request_actions')).status).toBe(404)
  },
}

const people: Record<string, (lab: Lab) => Promise<void>> = {
  "somebody else's key: `DELETE`": async ({ as, ada, bob }) => {
    expect((await as(bob).delete(`apikeys/${Number.parseInt(ada.key, 10)}`)).status).toBe(403)
    expect((await as(ada).get('users/me')).status).toBe(200)
  },
  '`GET /apikeys`': async ({ as, ada }) => {
    expect((await as(ada).get<object[]>('apikeys')).body[0]).not.toHaveProperty('hash')
  },
  '`GET /apikeys/{id}`': async ({ as, ada }) => {
    const id = Number.parseInt(ada.key, 10)
    expect((await as(ada).get(`apikeys/${id}`)).body).toMatchObject({ id, name: 'test' })
  },
  '`can_write` at the creation of a key': async ({ as, ada }) => {
    for (const sent of [{ can_write: 1 }, { canwrite: 1 }]) {
      const { headers } = await as(ada).post('apikeys', { name: 'balance', ...sent })
      const key = headers.location?.split('/').pop() ?? ''
      expect((await as(key).post('experiments', {})).status).toBe(201)
    }
  },
  'the key of an expired or unvalidated account': async ({ as, ctx, given }) => {
    const boss = await given.user()
    await setSysadmin(ctx, AUTHOR, boss.id, true)
    for (const change of [{ valid_until: '2020-01-01' }, { validated: 0 }]) {
      const carl = await given.user()
      expect((await as(carl).get('users/me')).status).toBe(200)
      expect((await as(boss).patch(`users/${carl.id}`, change)).status).toBe(200)
      expect((await as(carl).get('users/me')).status).toBe(401)
    }
  },
  '`is_admin` of a person': async (lab) => {
    const admin = await givenAdmin(lab)
    const read = async (user: TestUser) => (await lab.as(user).get('users/me')).body
    expect(await read(admin)).toMatchObject({ is_admin: 1, teams: [{ is_admin: 1, usergroup: 2 }] })
    expect(await read(lab.ada)).toMatchObject({ is_admin: 0, teams: [{ is_admin: 0, usergroup: 4 }] })
  },
  '`GET /teams/{id}` of a team that one is not in': async ({ as, given, ada }) => {
    expect((await as(ada).get(`teams/${await given.team()}`)).status).toBe(403)
  },
  'status and categories of a team that one is not in': async ({ as, given, ada }) => {
    const team = await given.team()
    for (const name of ['experiments_status', 'resources_categories', 'items_status', 'experiments_categories']) {
      expect((await as(ada).get(`teams/${team}/${name}`)).status, name).toBe(403)
    }
  },
  '`Location` of a new category of resources': async (lab) => {
    const admin = await givenAdmin(lab)
    const { path = '' } = await lab.as(admin).post('teams/current/resources_categories', { name: 'Antibody' })
    expect(path).toMatch(/\/teams\/1\/items_categories\/\d+$/)
    expect(await lab.as(admin).get(path)).toMatchObject({ status: 200, body: { title: 'Antibody' } })
    expect((await lab.as(admin).patch(path, { title: 'Antibodies' })).status).toBe(200)
    expect((await lab.as(admin).delete(path)).status).toBe(204)
  },
  colours: async (lab) => {
    const admin = await givenAdmin(lab)
    const sent = { name: 'Blue', color: '29AEB9' }
    const { path = '' } = await lab.as(admin).post('teams/current/experiments_status', sent)
    expect((await lab.as(admin).get(path)).body).toMatchObject({ color: '29aeb9' })
  },
  'a tag of another team, changed or deleted by an admin': async (lab) => {
    const { as, given, ada, path } = lab
    const admin = await givenAdmin(lab, { team: await given.team() })
    const { id } = await as(ada).post(`${path}/tags`, { tag: 'of our team' })
    const change = { action: 'updatetag', tag: 'theirs' }
    expect((await as(admin).patch(`teams/current/tags/${id}`, change)).status).toBe(403)
    expect((await as(admin).delete(`teams/current/tags/${id}`)).status).toBe(403)
    expect((await as(ada).get(`${path}/tags`)).body).toMatchObject([{ tag: 'of our team' }])
  },
  "somebody else's password with `updatepassword`, as an admin": async (lab) => {
    const admin = await givenAdmin(lab)
    const body = { action: 'updatepassword', password: 'another rather long line', current_password: 'guess' }
    expect((await lab.as(admin).patch(`users/${lab.ada.id}`, body)).status).toBe(403)
  },
  'attributes of a person and `DELETE /users/{id}`, as an admin of one of their teams': async (lab) => {
    const { as, ctx, given } = lab
    const admin = await givenAdmin(lab)
    const boss = await given.user()
    await setSysadmin(ctx, AUTHOR, boss.id, true)
    const carl = await given.user()
    const path = `users/${carl.id}`
    expect((await as(admin).patch(path, { lang: 'fr_FR' })).status).toBe(200)
    await as(boss).patch(path, { action: 'add', team: await given.team() })
    expect((await as(admin).patch(path, { lang: 'fr_FR' })).status).toBe(403)
    expect((await as(admin).delete(path)).status).toBe(403)
    expect((await as(boss).delete(path)).status).toBe(204)
  },
  'the same with `can_manage_users2teams`': async ({ as, ctx, given, ada }) => {
    const boss = await given.user()
    await setSysadmin(ctx, AUTHOR, boss.id, true)
    const manager = await given.user()
    await as(boss).patch(`users/${manager.id}`, { can_manage_users2teams: 1 })
    const path = `users/${ada.id}`
    expect((await as(manager).patch(path, { lang: 'fr_FR' })).status).toBe(403)
    expect((await as(manager).delete(path)).status).toBe(403)
    expect((await as(manager).patch(path, { action: 'add', team: await given.team() })).status).toBe(200)
  },
  '`DELETE /users/me/notifications/{id}`': async ({ as, ada, bob, path }) => {
    for (const comment of ['One', 'Two']) await as(bob).post(`${path}/comments`, { comment })
    const told = async () => (await as(ada).get<{ id: number }[]>('users/me/notifications')).body
    const [newest] = await told()
    expect((await as(ada).delete(`users/me/notifications/${newest?.id}`)).status).toBe(204)
    expect(await told()).toHaveLength(1)
  },
  'the notification of a new person, for admins of the team': async (lab) => {
    const { as, given } = lab
    const [first, second] = [await givenAdmin(lab), await givenAdmin(lab)]
    const made = await as(second).post('users', { email: 'eve@example.org', firstname: 'Eve', lastname: 'Curie' })
    const waiting = await given.user({ firstname: 'Max', lastname: 'Born', isValidated: false })
    const told = async (admin: TestUser) => (await as(admin).get<object[]>('users/me/notifications')).body.slice(0, 2)
    const ofWaiting = { category: 12, body: { userid: waiting.id, fullname: 'Max Born', team: expect.any(String) } }
    const ofNew = { category: 11, body: { userid: made.id, fullname: 'Eve Curie', team: expect.any(String) } }
    expect(await told(first)).toMatchObject([ofWaiting, ofNew])
    expect(await told(second)).toMatchObject([ofWaiting])
  },
}

const tables = {
  Requests: requests,
  Entries: entries,
  'What belongs to entries': belonging,
  'People and teams': people,
}

describe.each(Object.entries(tables))('%s', (_title, lines) => {
  test.each(Object.entries(lines))('%s', async (_line, check) => check(await givenLab()))
})

const sections = readFileSync(join(import.meta.dirname, '../../docs/compatibility.md'), 'utf8')
  .split(/^## /m)
  .slice(1)

/** How each list of "Not here yet" is asked for, and the code of the refusal. */
const ASKED: Record<string, [code: string, ask: (lab: Lab, name: string) => Promise<Reply>]> = {
  Endpoints: ['api.unknown_endpoint', ({ as, ada }, name) => as(ada).get(name)],
  'Of an entry': ['api.unknown_submodel', ({ as, ada, path }, name) => as(ada).get(`${path}/${name}`)],
  'Of a team': ['api.unknown_submodel', ({ as, ada }, name) => as(ada).get(`teams/current/${name}`)],
  'Of a person': ['api.unknown_submodel', ({ as, ada }, name) => as(ada).get(`users/me/${name}`)],
  'Actions of an entry': ['entry.not_available', ({ as, ada, path }, action) => as(ada).patch(path, { action })],
}

test('what the page calls not here yet is refused as that', async () => {
  const lab = await givenLab()
  const section = sections.find((one) => one.startsWith('Not here yet\n')) ?? ''
  const lists = Array.from(section.matchAll(/^- (.+?): ([^-]+)$/gm), ([, title = '', list = '']) => ({ title, list }))
  expect(lists.map(({ title }) => title)).toEqual(Object.keys(ASKED))
  for (const { title, list } of lists) {
    const [reason, ask] = ASKED[title] ?? []
    for (const [, name = ''] of list.matchAll(/`(\w+)`/g)) {
      expect(await ask?.(lab, name), `${title}: ${name}`).toMatchObject({ status: 400, body: { reason } })
    }
  }
})

test('the page has these lines and no others', () => {
  const written = sections.map((section) => ({
    title: section.split('\n')[0] ?? '',
    lines: Array.from(section.matchAll(/^\| (.+?) \| .+ \| .+ \|$/gm), (line) => line[1]).filter(
      (line) => line !== 'What is asked',
    ),
  }))
  const tested = Object.entries(tables).map(([title, lines]) => ({ title, lines: Object.keys(lines) }))
  expect(written.filter(({ lines }) => lines.length > 0)).toEqual(tested)
})
