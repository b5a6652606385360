import type { Entity } from '@aliquot/contract/entities'
import { Lock } from 'lucide-react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { buttonNow, findButton, findField, press, shownText, showPage, type } from '../../../test/page.tsx'
import { givenService, ours } from '../../../test/service.ts'
import { RequestLines } from './RequestLines.tsx'

const ENTRY = { id: 7, type: 'experiments', title: 'Blot', userid: 4 } as unknown as Entity
const REQUEST = {
  ...{ created_at: '2026-11-18 10:00:00', entity_id: 7, entity_page: 'experiments.php' },
  ...{ requester_userid: 4, requester_fullname: 'Kenji Tanaka', target_userid: 1, target_fullname: 'Ada Love' },
}

function openLines(id: number, action: number) {
  const comments: unknown[] = []
  const service = givenService({
    'GET /session': { userid: 1, fullname: 'Ada Love', team: 1, timezone: 'UTC' },
    'GET /experiments/7/request_actions': [{ ...REQUEST, id, action }],
    'GET /experiments/7/comments': [],
    [`DELETE /experiments/7/request_actions/${id}`]: new Response(null, {
      status: 204,
      headers: { 'x-request-id': 'a1' },
    }),
    'POST /experiments/7/comments': async (request: Request) => {
      comments.push(await request.json())
      const headers = { 'x-request-id': 'a1', location: '/api/v2/experiments/7/comments/1' }
      return new Response(null, { status: 201, headers })
    },
  })
  showPage(
    <Suspense>
      <RequestLines entry={ENTRY} actions={[{ id: 'lock', label: 'Lock', icon: Lock, run: () => {} }]} />
    </Suspense>,
  )
  return { comments, service }
}

test('a reviewer says what should change: it becomes a comment, and the request closes', async () => {
  const { comments, service } = openLines(1, 30)
  ;(await findButton('Request changes…')).click()
  const field = await findField('Requested changes')
  type(field, ' The ladder is missing. ')
  press(field, 'Enter', { ctrlKey: true })
  await expect.poll(() => comments).toEqual([{ comment: 'The ladder is missing.' }])
  await expect.poll(shownText).toContain('Changes requested')
  await expect.poll(() => service.asked).toContain('DELETE /experiments/7/request_actions/1')
  // The service tells the requester of the comment while the request is open.
  const changes = service.asked.filter((one) => !one.startsWith('GET'))
  expect(changes).toEqual(['POST /experiments/7/comments', 'DELETE /experiments/7/request_actions/1'])
  expect(buttonNow('Undo')).toBeNull()
  expect(shownText()).not.toContain('asks you to review')
})

test('the request stays open until the comment has arrived', async () => {
  const { service } = openLines(3, 30)
  const { promise, resolve } = Promise.withResolvers<Response>()
  service.answers['POST /experiments/7/comments'] = () => promise
  ;(await findButton('Request changes…')).click()
  const field = await findField('Requested changes')
  type(field, 'The ladder is missing.')
  press(field, 'Enter', { ctrlKey: true })
  await expect.poll(() => service.asked).toContain('POST /experiments/7/comments')
  expect(service.asked).not.toContain('DELETE /experiments/7/request_actions/3')
  resolve(
    new Response(null, {
      status: 201,
      headers: { 'x-request-id': 'a1', location: '/api/v2/experiments/7/comments/1' },
    }),
  )
  await expect.poll(() => service.asked).toContain('DELETE /experiments/7/request_actions/3')
})

test('a request whose comment is refused stays open', async () => {
  const { service } = openLines(5, 30)
  service.answers['POST /experiments/7/comments'] = () =>
    ours({ code: 422, message: 'Unprocessable', description: 'Too long' }, 422)
  ;(await findButton('Request changes…')).click()
  const field = await findField('Requested changes')
  type(field, 'The ladder is missing.')
  press(field, 'Enter', { ctrlKey: true })
  await expect.poll(() => service.asked).toContain('POST /experiments/7/comments')
  await expect.poll(() => buttonNow('Request changes…')).not.toBeNull()
  expect(service.asked).not.toContain('DELETE /experiments/7/request_actions/5')
})

test('words that are not sent come back', async () => {
  const { comments } = openLines(2, 30)
  ;(await findButton('Request changes…')).click()
  type(await findField('Requested changes'), 'The ladder')
  ;(await findButton('Cancel')).click()
  ;(await findButton('Request changes…')).click()
  expect((await findField('Requested changes')).value).toBe('The ladder')
  expect(comments).toEqual([])
})

test('other requests are done or declined', async () => {
  openLines(3, 20)
  await findButton('Lock')
  await findButton('Decline')
  expect(buttonNow('Request changes…')).toBeNull()
})
