import { expect, test } from 'vitest'
import { findButton, shownText, showPage } from '../../../test/page.tsx'
import { NotificationRow } from './NotificationRow.tsx'

test('a silent agent names its computer, and leads to the list of agents', async () => {
  const body = { agent: 4, name: 'Balance 2.14', host: 'balance-pc', team: 'Lab', last_seen_at: '2026-03-02 09:15:40' }
  const told = { id: 1, category: 140, is_ack: 0, created_at: '2026-03-02 09:15:40', userid: 1, body } as const
  showPage(<NotificationRow told={told} mark={() => {}} leave={() => {}} />)
  await expect.poll(shownText).toContain('No word from Balance 2.14')
  expect(shownText()).toContain('balance-pc')
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/team/instruments')
  expect(await findButton('Mark “Balance 2.14” as read')).toBeTruthy()
})

test('a webhook that was switched off says why, and leads to where it can be resumed', async () => {
  const body = { webhook: 4, url: 'https://receiver.example.org', scope: 'team', reason: 'failing' } as const
  const told = { id: 1, category: 130, is_ack: 0, created_at: '2026-03-02 09:15:40', userid: 1, body } as const
  showPage(<NotificationRow told={told} mark={() => {}} leave={() => {}} />)
  await expect.poll(shownText).toContain('Webhook switched off: https://receiver.example.org')
  expect(shownText()).toContain('Deliveries failed for three days.')
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/team/webhooks')
  expect(await findButton('Mark “https://receiver.example.org” as read')).toBeTruthy()
})
