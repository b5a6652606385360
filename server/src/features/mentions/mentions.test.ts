import { writeMention } from '@aliquot/contract/mention-text'
import { mentions } from '@aliquot/contract/mentions'
import { type Notification, notifications } from '@aliquot/contract/notifications'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { mailServer } from '../../../test/mail/mail-server.ts'
import { verify } from '../../verify/verify.ts'
import { sendDue } from '../mail/mail.outbox.ts'

type Mention = Extract<Notification, { category: 110 }>

/** Ada has an experiment, Bob is in her team, and Eve is in another one. */
async function givenLab() {
  const app = await testApp()
  const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  const bob = await app.given.user({ firstname: 'Bob', lastname: 'Ross' })
  const eve = await app.given.user({ firstname: 'Eve', lastname: 'Moneypenny', team: await app.given.team() })
  const id = await app.given.experiment(ada, { title: 'Crystals' })
  const save = async (by: TestUser, body: object) =>
    expect((await app.as(by).patch(`experiments/${id}`, body)).status).toBe(200)
  return { ...app, app, ada, bob, eve, id, save }
}

async function toldTo(app: TestApp, user: TestUser): Promise<Mention[]> {
  const { body } = await app.as(user).call(notifications.list, { params: { id: 'me' }, query: { limit: 100 } })
  return body.filter((one) => one.category === 110)
}

async function excerptsTo(app: TestApp, user: TestUser): Promise<string[]> {
  return (await toldTo(app, user)).map(({ body }) => body.excerpt)
}

function linkTo({ id }: TestUser, name = 'Somebody'): string {
  return `<a href="/people/${id}">@${name}</a>`
}

test('a mention in the main text is told once, with the words around it, and survives the cleaning', async () => {
  const { app, ctx, ada, bob, id, save } = await givenLab()
  const text = `<p>First line</p><p>Please look, ${linkTo(bob, 'Bob Ross')}: it is <em>cloudy</em>.</p><p>Last</p>`
  await save(ada, { body: text })
  const { body } = await app.as(bob).get<{ body: string }>(`experiments/${id}`)
  expect(body.body).toBe(text)
  expect(await toldTo(app, bob)).toEqual([
    {
      id: expect.any(Number),
      category: 110,
      body: {
        entity_page: 'experiments.php',
        entity_id: id,
        entity_title: 'Crystals',
        mentioner_userid: ada.id,
        mentioner_fullname: 'Ada Lovelace',
        comment_id: null,
        excerpt: 'Please look, @Bob Ross: it is cloudy.',
      },
      is_ack: 0,
      created_at: expect.any(String),
      userid: bob.id,
    },
  ])
  await save(ada, { body: `${text}<p>More, and again ${linkTo(bob, 'Bob Ross')}</p>` })
  await save(ada, { bodyappend: `<p>${linkTo(bob, 'Bob Ross')}</p>` })
  expect(await toldTo(app, bob)).toHaveLength(1)
  expect(await toldTo(app, ada)).toEqual([])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a new entry, an appended text and Markdown tell too, and a copy or a restored version does not', async () => {
  const { app, ada, bob, id, save } = await givenLab()
  const made = await app.as(ada).post('experiments', { title: 'New', body: `<p>${linkTo(bob, 'Bob Ross')}</p>` })
  expect(await excerptsTo(app, bob)).toEqual(['@Bob Ross'])
  await save(ada, {
    body: `Start\n\n- ask ${writeMention({ userid: bob.id, fullname: 'Bob Ross' })} \\*`,
    content_type: 2,
  })
  expect((await excerptsTo(app, bob))[0]).toBe('- ask @Bob Ross \\*')
  await app.as(ada).post(`experiments/${made.id}`, { action: 'duplicate' })
  await save(ada, { body: 'nobody' })
  expect(await toldTo(app, bob)).toHaveLength(2)
  const revisions = await app.as(ada).get<{ id: number }[]>(`experiments/${id}/revisions`)
  await app.as(bob).patch('users/me/notifications', { is_ack: 1 })
  for (const revision of revisions.body) {
    await app.as(ada).patch(`experiments/${id}/revisions/${revision.id}`, { action: 'replace' })
  }
  expect(await toldTo(app, bob)).toHaveLength(2)
})

test('a mention that is moved while somebody writes is told once, and a later one again', async () => {
  const { app, ada, bob, save } = await givenLab()
  const text = `<p>${linkTo(bob)}</p>`
  await save(ada, { body: text })
  await save(ada, { body: '<p>cut</p>' })
  await save(ada, { body: `<p>pasted</p>${text}` })
  expect(await toldTo(app, bob)).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  await save(ada, { body: `<p>pasted, and more</p>${text}` })
  expect(await toldTo(app, bob)).toHaveLength(1)
  await save(ada, { body: '<p>cut</p>' })
  await save(ada, { body: text })
  expect(await toldTo(app, bob)).toHaveLength(2)
})

test('a comment tells whom it mentions instead of telling the owner of a comment, and an edit only the new ones', async () => {
  const { app, ada, bob, id } = await givenLab()
  const carl = await app.given.user({ firstname: 'Carl', lastname: 'Gauss' })
  const to = (user: TestUser, fullname: string) => writeMention({ userid: user.id, fullname })
  const comment = `Well, ${to(ada, 'Ada Lovelace')} and ${to(bob, 'Bob Ross')}: why?`
  const { id: subid } = await app.as(carl).post(`experiments/${id}/comments`, { comment })
  const [told] = await toldTo(app, ada)
  expect(told?.body).toMatchObject({ comment_id: subid, excerpt: 'Well, @Ada Lovelace and @Bob Ross: why?' })
  const all = await app.as(ada).call(notifications.list, { params: { id: 'me' }, query: {} })
  expect(all.body.map(({ category }) => category)).toEqual([110])
  expect(await toldTo(app, bob)).toHaveLength(1)

  const dora = await app.given.user()
  const edit = (words: string) => app.as(carl).patch(`experiments/${id}/comments/${subid}`, { comment: words })
  expect((await edit(`${comment} ${to(dora, 'Dora')}`)).status).toBe(200)
  expect([await toldTo(app, bob), await toldTo(app, dora)].map(({ length }) => length)).toEqual([1, 1])
  await app.as(carl).delete(`experiments/${id}/comments/${subid}`)
  expect(await toldTo(app, bob)).toEqual([])
})

test('a typed name tells the only reader with that name', async () => {
  const { app, ada, bob, id, save } = await givenLab()
  const comment = (by: TestUser, words: string) => app.as(by).post(`experiments/${id}/comments`, { comment: words })
  await comment(ada, 'Thanks, @Bob Ross.')
  await comment(ada, 'mail bob@Bob Ross, @Bob, @bobross, @Eve Moneypenny')
  expect(await excerptsTo(app, bob)).toEqual(['Thanks, @Bob Ross.'])
  await save(ada, { body: '<p>I think that @bob ross please knows</p>' })
  await save(ada, { body: '<p>I think that @bob ross please knows it</p>' })
  expect(await excerptsTo(app, bob)).toEqual(['I think that @bob ross please knows', 'Thanks, @Bob Ross.'])

  await app.given.user({ firstname: 'Bob', lastname: 'Ross' })
  await comment(ada, '@Bob Ross again')
  expect(await toldTo(app, bob)).toHaveLength(2)
})

test('nobody is told of what they cannot read, and nothing of people who do not exist', async () => {
  const { app, ada, bob, eve, id, save } = await givenLab()
  const text = `${linkTo(eve)} ${linkTo(bob)} <a href="/people/999999">@Nobody</a> <a href="/people/0">@Zero</a>
    <a href="/people/99999999999">@Long</a> <a href="/people/1/../2">@Path</a>`
  await save(ada, { canread_base: 10 })
  await save(ada, { body: `<p>${text}</p>` })
  expect([await toldTo(app, eve), await toldTo(app, bob)]).toEqual([[], []])
  await app.as(ada).post(`experiments/${id}/comments`, { comment: `[@Eve](/people/${eve.id}) @Eve Moneypenny` })
  expect(await toldTo(app, eve)).toEqual([])

  // Shared in the same change.
  const canread = JSON.stringify({ users: [eve.id], teams: [], teamgroups: [] })
  await save(ada, { body: '' })
  await save(ada, { body: `<p>${text}</p>`, canread })
  expect([await toldTo(app, eve), await toldTo(app, bob)].map(({ length }) => length)).toEqual([1, 0])
  // What one may no longer read is no longer told.
  await save(ada, { canread: '{"users": [], "teams": [], "teamgroups": []}' })
  expect(await toldTo(app, eve)).toEqual([])
})

test('an archived person is not told, and preferences decide about bell and e-mail', async () => {
  const { app, ada, bob, save } = await givenLab()
  const carl = await app.given.user()
  await app.as(bob).patch('users/me', { notif_mention: 0, notif_mention_email: 0 })
  await app.ctx.db.write(async (db) => {
    await db.updateTable('memberships').set({ is_archived: 1 }).where('userid', '=', carl.id).execute()
  })
  await save(ada, { body: `<p>${linkTo(bob)} ${linkTo(carl)}</p>` })
  const rows = await app.ctx.db.read.selectFrom('notifications').selectAll().where('category', '=', 110).execute()
  expect(rows.map(({ userid, is_ack, send_email }) => ({ userid, is_ack, send_email }))).toEqual([
    { userid: bob.id, is_ack: 1, send_email: 0 },
  ])
})

test('a text of ten thousand mentions is saved quickly and tells a bounded number of people', async () => {
  const { app, ada, save } = await givenLab()
  const people = await Promise.all(Array.from({ length: 60 }, () => app.given.user()))
  const known = people.map((person) => linkTo(person)).join(' ')
  const many = Array.from({ length: 10_000 }, (_, n) => `<a href="/people/${n + 100_000}">@Forged Name</a>`).join(' ')
  const start = performance.now()
  await save(ada, { body: `<p>${known} ${many} ${'@@'.repeat(50_000)} ${'@a b '.repeat(20_000)}</p>` })
  expect(performance.now() - start).toBeLessThan(10_000)
  const rows = await app.ctx.db.read.selectFrom('notifications').select('userid').where('category', '=', 110).execute()
  expect(rows).toHaveLength(50)
})

test('the field is offered readers first, then others of the team, by letters of the name', async () => {
  const { app, ada, bob, eve, id, save } = await givenLab()
  const find = async (by: TestUser, q?: string) =>
    (
      await app
        .as(by)
        .call(mentions.find, { params: { entity_type: 'experiments', id }, query: q === undefined ? {} : { q } })
    ).body
  const person = (user: TestUser, fullname: string, can_read: 0 | 1) => ({ userid: user.id, fullname, can_read })
  expect(await find(ada, 'ros')).toEqual([person(bob, 'Bob Ross', 1)])
  expect(await find(ada, 'example')).toEqual([])
  expect(await find(ada, 'money')).toEqual([])

  await save(ada, { canread_base: 20, canread: JSON.stringify({ users: [eve.id], teams: [], teamgroups: [] }) })
  expect(await find(ada)).toEqual([person(eve, 'Eve Moneypenny', 1), person(bob, 'Bob Ross', 0)])
  expect(await find(eve, 'lace')).toEqual([person(ada, 'Ada Lovelace', 1)])
  expect(await find(eve, 'ross')).toEqual([])
  expect((await app.as(bob).get(`experiments/${id}/mentionable`)).status).toBe(403)

  for (let n = 0; n < 12; n++) await app.given.user({ firstname: `Zoe${n}`, lastname: 'Zed' })
  expect(await find(ada, 'zed')).toHaveLength(8)
  expect(await find(ada, '%_\' "* zo e1')).toEqual([])
})

test('mentions in a text and a comment come in one mail, with the words around them and in the language of the reader', async () => {
  const { app, ctx, ada, bob, id, save } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  await app.as(bob).patch('users/me', { lang: 'de_DE' })
  await save(ada, { body: `<p>Is it <b>4 °C</b>, ${linkTo(bob, 'Bob Ross')}?</p>` })
  const comment = `Look, ${writeMention({ userid: bob.id, fullname: 'Bob Ross' })}`
  await app.as(ada).post(`experiments/${id}/comments`, { comment })
  await sendDue(ctx)
  expect(server.mails.map(({ to }) => to)).toEqual([[bob.email]])
  const [mail] = server.mails
  expect(mail?.header('Subject')).toBe('Crystals')
  expect(mail?.text).toContain('Ada Lovelace hat Sie erwähnt:')
  expect(mail?.text).toContain('> Is it 4 °C, @Bob Ross?')
  expect(mail?.text).toContain('Ada Lovelace hat Sie in einem Kommentar erwähnt:')
  expect(mail?.text).toContain('> Look, @Bob Ross')
})

test('people who share a name or whose name has brackets are written as they are', () => {
  expect(writeMention({ userid: 3, fullname: 'Ada [L] \\' })).toBe('[@Ada \\[L\\] \\\\](/people/3)')
})
