import { expect, test } from 'vitest'
import { findButton, shownText, showPage } from '../../../test/page.tsx'
import { givenService, ours } from '../../../test/service.ts'
import { groupsIn, groupsOf, kindsIn } from './kind-groups.ts'
import { WebhooksSection } from './WebhooksSection.tsx'

const HOOK = {
  id: 4,
  scope: 'team',
  team: 1,
  userid: 1,
  fullname: 'Ada Lovelace',
  url: 'https://receiver.example.org/aliquot',
  kinds: ['comment.created', 'comment.updated', 'comment.deleted', 'step.created'],
  entity_type: 'experiments',
  active: 0,
  off_reason: 'failing',
  failing_since: null,
  previous_until: null,
  created_at: '2026-03-02 09:15:40',
  modified_at: '2026-03-02 09:15:40',
}

test('a webhook that was switched off says why, and what it sends in plain words', async () => {
  givenService({ 'GET /session': { userid: 1 }, 'GET /webhooks': [HOOK] })
  showPage(<WebhooksSection scope="team" />)
  await expect.poll(shownText).toContain('https://receiver.example.org/aliquot')
  expect(shownText()).toContain('Switched off')
  expect(shownText()).toContain('Deliveries failed for three days.')
  expect(shownText()).toContain('Comments, 1 kind of change (Experiments)')
  expect(shownText()).toContain('Owner: Ada Lovelace')
})

test('a webhook that was removed by mistake comes back with its secret', async () => {
  const removed: string[] = []
  givenService({
    'GET /session': { userid: 1 },
    'GET /webhooks': [HOOK],
    'DELETE /webhooks/4': ({ url }: Request) => {
      removed.push(url)
      return ours({}, 204)
    },
  })
  showPage(<WebhooksSection scope="team" />)
  await expect.poll(shownText).toContain(HOOK.url)
  ;(await findButton(`More for ${HOOK.url}`)).click()
  const item = () => document.querySelectorAll<HTMLElement>('[role="menuitem"]')
  await expect.poll(() => item().length).toBeGreaterThan(0)
  ;[...item()].find((one) => one.textContent === 'Remove')?.click()
  await expect.poll(shownText).toContain('No webhooks yet.')
  ;(await findButton('UndoZ')).click()
  await expect.poll(shownText).toContain(HOOK.url)
  expect(removed).toEqual([])
})

test('without webhooks the section says so', async () => {
  givenService({ 'GET /session': { userid: 1 }, 'GET /webhooks': [] })
  showPage(<WebhooksSection scope="user" />)
  await expect.poll(shownText).toContain('No webhooks yet.')
})

test('deliveries show status, duration and why they failed', async () => {
  const delivery = {
    id: 9,
    change: 'AAAA',
    kind: 'comment.created',
    message: 'msg_4_AAAA',
    at: '2026-03-02T09:15:40.123Z',
  }
  givenService({
    'GET /session': { userid: 1 },
    'GET /webhooks': [{ ...HOOK, active: 1, off_reason: null, failing_since: '2026-03-02 09:15:40' }],
    'GET /webhooks/4/deliveries': [
      { ...delivery, status: 204, ms: 120, attempt: 2, error: null, reason: null },
      { ...delivery, id: 8, status: null, ms: 15_000, attempt: 1, error: 'No answer', reason: 'timeout' },
    ],
  })
  showPage(<WebhooksSection scope="team" />)
  await expect.poll(shownText).toContain('Failing since')
  ;(await findButton('Deliveries')).click()
  await expect.poll(shownText).toContain('Delivered 204')
  expect(shownText()).toContain('attempt 2')
  expect(document.querySelectorAll('time[datetime="2026-03-02T09:15:40.123Z"]')).toHaveLength(2)
  expect(shownText()).toContain('15000 ms')
  expect(shownText()).toContain('No answer within 15 seconds.')
})

test('the groups of kinds cover every kind once', () => {
  const all = groupsOf('user').flatMap(kindsIn)
  expect(new Set(all).size).toBe(all.length)
  expect(groupsIn(all)).toEqual({ groups: groupsOf('user'), others: [] })
  expect(groupsOf('team')).not.toContain('own')
})
