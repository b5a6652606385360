import { expect, test } from 'vitest'
import { givenService, ours } from '../../../../test/service.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { bulkMessages } from './bulk.messages.ts'
import { duplicate, giveTo, removeTag, setLabel, setLevel, setLock, shareWith } from './more-actions.ts'

const text = bulkMessages.english
const row = {
  type: 'experiments',
  id: 7,
  title: 'PCR',
  tags: ['gfp', 'pcr'],
  userid: 1,
  fullname: 'Ada Moreau',
  locked: 0,
  status_title: 'Running',
  status_color: '00aa00',
} as EntryRow

/** A service with entry 7, which answers with its version and applies what it is sent. */
function givenEntry(fields: Record<string, unknown>) {
  const entry: Record<string, unknown> = { id: 7, team: 3, lastchangeby: 1, state: 1, locked: 0, ...fields }
  const sent: Record<string, unknown>[] = []
  let version = 1
  const answer = () => {
    const response = ours(entry)
    response.headers.set('etag', `"${version}"`)
    return response
  }
  const service = givenService({
    'GET /experiments/7': answer,
    'PATCH /experiments/7': async (request) => {
      const body = (await request.json()) as Record<string, unknown>
      sent.push(body)
      version++
      if (body.action === 'updateowner') Object.assign(entry, { userid: body.userid })
      else if (body.action === 'forcelock' || body.action === 'forceunlock')
        entry.locked = body.action === 'forcelock' ? 1 : 0
      else Object.assign(entry, body)
      return answer()
    },
  })
  return { entry, sent, service }
}

test('a status is set, and put back to what it was on the service', async () => {
  const { entry } = givenEntry({ status: 4 })
  const action = setLabel('status', { id: 9, title: 'Success', color: '54aa08' }, { text, none: 'No status' })
  expect(action.preview(row)).toMatchObject({ status_title: 'Success', status_color: '54aa08', title: 'PCR' })
  const undo = await action.run(row)
  expect(entry.status).toBe(9)
  await undo()
  expect(entry.status).toBe(4)
})

test('what somebody else has set since stays', async () => {
  const { entry } = givenEntry({ status: 4 })
  const undo = await setLabel('status', { id: 9, title: 'Success', color: null }, { text, none: '' }).run(row)
  entry.status = 5
  await expect(undo()).rejects.toThrow()
  expect(entry.status).toBe(5)
})

test('an entry that has the value already is not written', async () => {
  const { sent } = givenEntry({ status: null })
  const undo = await setLabel('status', { id: null, title: null, color: null }, { text, none: '' }).run(row)
  await undo()
  expect(sent).toEqual([])
})

test('an owner, a lock and a level come back', async () => {
  const { entry } = givenEntry({ userid: 1, canread_base: 30 })
  const undoOwner = await giveTo({ userid: 2, fullname: 'Kenji Tanaka' }, text).run(row)
  expect(entry.userid).toBe(2)
  await undoOwner()
  expect(entry.userid).toBe(1)
  const undoLock = await setLock(1, text).run(row)
  expect(entry.locked).toBe(1)
  await undoLock()
  expect(entry.locked).toBe(0)
  const undoLevel = await setLevel('canread', 10, text).run(row)
  expect(entry.canread_base).toBe(10)
  await undoLevel()
  expect(entry.canread_base).toBe(30)
})

test('a person is added to those who have access, and whoever may change also sees', async () => {
  const canread = '{"teams":[],"teamgroups":[],"users":[5]}'
  const canwrite = '{"teams":[],"teamgroups":[],"users":[]}'
  const { entry } = givenEntry({ canread, canwrite })
  const undo = await shareWith({ kind: 'users', id: 2 }, 'Kenji', true, text).run(row)
  expect(JSON.parse(String(entry.canread)).users).toEqual([5, 2])
  expect(JSON.parse(String(entry.canwrite)).users).toEqual([2])
  await undo()
  expect(entry).toMatchObject({ canread, canwrite })
})

test('a tag is removed and added again, and a copy goes to the trash when it is undone', async () => {
  const { service } = givenEntry({})
  service.answers['GET /experiments/7/tags'] = () => [{ id: 3, tag: 'GFP' }]
  service.answers['PATCH /experiments/7/tags/3'] = () => []
  service.answers['POST /experiments/7/tags'] = () => ours({}, 201)
  const action = removeTag('gfp', text)
  expect(action.preview(row)?.tags).toEqual(['pcr'])
  await (await action.run(row))()
  expect(service.asked).toEqual(['GET /experiments/7/tags', 'PATCH /experiments/7/tags/3', 'POST /experiments/7/tags'])
  service.asked.length = 0
  service.answers['POST /experiments/7'] = () => {
    const made = ours({}, 201)
    made.headers.set('location', 'http://notebook.test/api/v2/experiments/8')
    return made
  }
  service.answers['DELETE /experiments/8'] = () => new Response(null, { status: 204, headers: { 'x-request-id': 'a' } })
  await (await duplicate(text).run(row))()
  expect(service.asked).toEqual(['POST /experiments/7', 'DELETE /experiments/8'])
})
