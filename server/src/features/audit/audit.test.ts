import { type AuditPage, audit } from '@aliquot/contract/audit'
import { AUDIT_SUBJECTS } from '@aliquot/contract/audit-subjects'
import { expect, test } from 'vitest'
import { givenPerson, signIn } from '../../../test/browser.ts'
import { testApp } from '../../../test/harness.ts'

test('sysadmins read who did what, newest first, with what changed', async () => {
  const lab = await testApp()
  const { as, given } = lab
  const sysadmin = await given.user({ isSysadmin: true })
  const ada = await givenPerson(lab)
  await signIn(lab, ada)
  await as(ada).patch('users/me', { sort: 'asc' })

  const { status, body } = await as(sysadmin).call(audit.list)

  expect(status).toBe(200)
  expect(body.next).toBeNull()
  expect(body.events.slice(0, 2)).toMatchObject([
    {
      subject: 'user',
      subject_id: ada.id,
      verb: 'updated',
      fields: 'preferences',
      userid: ada.id,
      fullname: 'User Number2',
      via: expect.stringMatching(/^apikey:/),
      address: '127.0.0.1',
      entity_id: null,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    },
    { subject: 'session', verb: 'signed in', via: 'password' },
  ])
  expect(JSON.parse(body.events[0]?.changes ?? '')).toMatchObject({ preferences: { after: '{"sort":"asc"}' } })
  const ids = body.events.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
})

test('of entries it tells that they changed, and nothing of what is in them', async () => {
  const { as, given } = await testApp()
  const sysadmin = await given.user({ isSysadmin: true })
  const ada = await given.user()
  const id = await given.experiment(ada, { title: 'Secret recipe', canread_base: 10 })
  const { body } = await as(sysadmin).call(audit.list, { query: { subject: 'entity' } })
  expect(body.events[0]).toMatchObject({ entity_id: id, verb: 'updated', changes: null })
  expect(body.events[0]).toMatchObject({ entity_type: 'experiments', entity_title: null })
  expect(JSON.stringify(body)).not.toContain('Secret recipe')
})

test('of entries that a sysadmin may read it tells the titles of today', async () => {
  const { as, given } = await testApp()
  const sysadmin = await given.user({ isSysadmin: true })
  const ada = await given.user()
  const id = await given.experiment(ada, { title: 'Elution', canread_base: 40 })
  const { id: freezer } = await as(sysadmin).post('items', { title: 'Freezer', canread_base: 10 })
  await as(ada).post(`experiments/${id}/comments`, { comment: 'Twice' })
  await as(ada).patch(`experiments/${id}`, { title: 'Elution of GFP' })
  const { body } = await as(sysadmin).call(audit.list)
  const named = body.events.filter(({ entity_id }) => entity_id !== null)
  const told = new Set(named.map((event) => `${event.entity_type} ${event.entity_id} ${event.entity_title}`))
  expect(told).toEqual(new Set([`experiments ${id} Elution of GFP`, `items ${freezer} Freezer`]))
  expect(named.some(({ subject }) => subject === 'comment')).toBe(true)
})

test('pages go on where the last one ended, and together hold everything once', async () => {
  const { as, given } = await testApp()
  const sysadmin = await given.user({ isSysadmin: true })
  for (let n = 0; n < 5; n++) await given.user()
  const all = (await as(sysadmin).call(audit.list)).body.events.map(({ id }) => id)
  const walked: number[] = []
  let before: number | null | undefined
  do {
    const query: Record<string, number> = before ? { limit: 2, before } : { limit: 2 }
    const { body } = await as(sysadmin).call(audit.list, { query })
    expect(body.events.length).toBeLessThanOrEqual(2)
    walked.push(...body.events.map(({ id }) => id))
    before = body.next
  } while (before)
  expect(all.length).toBeGreaterThan(10)
  expect(walked).toEqual(all)
})

test('filters by person, subject, day and words', async () => {
  const { as, given, ctx } = await testApp()
  const sysadmin = await given.user({ isSysadmin: true })
  const ada = await given.user()
  const now = ctx.now()
  ctx.now = () => now
  await as(ada).post('apikeys', { name: 'Balance' })
  const found = async (query: Record<string, string | number>) =>
    (await as(sysadmin).call(audit.list, { query })).body.events.map(({ subject, verb }) => `${subject} ${verb}`)
  const day = (offset: number) => new Date(Date.parse(now) + offset * 86_400_000).toISOString().slice(0, 10)

  expect(await found({ userid: ada.id })).toEqual(['apikey created'])
  expect(new Set(await found({ subject: 'team' }))).toEqual(new Set(['team created']))
  expect(await found({ q: 'bALANCE' })).toEqual(['apikey created'])
  expect(await found({ userid: ada.id, q: 'nothing like it' })).toEqual([])
  expect(await found({ userid: ada.id, from: day(0), to: day(0) })).toEqual(['apikey created'])
  expect(await found({ from: day(1) })).toEqual([])
  // The events of the template database may be from the day before.
  expect(await found({ userid: ada.id, to: day(-1) })).toEqual([])
  expect(await found({ userid: 99_999_999_999 })).toEqual([])
})

test('every subject of the journal is a filter', async () => {
  const { as, given } = await testApp()
  const sysadmin = as(await given.user({ isSysadmin: true }))
  for (const subject of AUDIT_SUBJECTS) {
    const { status, body } = await sysadmin.get<AuditPage>(`audit?subject=${subject}`)
    expect(status, subject).toBe(200)
    expect(body.events.filter((event) => event.subject !== subject)).toEqual([])
  }
})

test('nobody else reads it, and wrong filters are refused', async () => {
  const { as, given } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  expect((await as(admin).call(audit.list)).status).toBe(403)
  for (const query of ['subject=nonsense', 'before=x', 'userid=-1', 'from=yesterday', 'limit=many']) {
    const field = query.split('=')[0]
    expect(await as(sysadmin).get(`audit?${query}`)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(new RegExp(`^${field}: `)) },
    })
  }
})
