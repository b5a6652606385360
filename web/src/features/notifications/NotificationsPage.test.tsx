import { expect, onTestFinished, test } from 'vitest'
import { findButton, press, shownText, showPage } from '../../../test/page.tsx'
import { givenService, ours } from '../../../test/service.ts'
import { queryClient } from '../../api/query-client.ts'
import { listenForShortcuts } from '../../ui/keys/shortcuts.ts'
import { NotificationsPage } from './NotificationsPage.tsx'

function comment(id: number, entity: number, is_ack = 0) {
  const entry = { page: 'experiments.php', entity_id: entity, entity_title: `Entry ${entity}` }
  const by = { commenter_userid: 2, commenter_fullname: 'Bob Ross', comment_id: id, comment: `Comment ${id}` }
  return { id, category: 10, is_ack, created_at: '2026-03-02 09:15:40', userid: 1, body: { ...entry, ...by } }
}

function open() {
  queryClient.clear()
  onTestFinished(listenForShortcuts())
  const rows = [comment(4, 7), comment(3, 8), comment(2, 7)]
  const marked: unknown[] = []
  givenService({
    'GET /users/me/notifications': ({ url }: Request) =>
      url.includes('category=110') ? [] : url.includes('is_ack=0') ? rows.filter((row) => row.is_ack === 0) : rows,
    'GET /users/me/follows': [{ entity_type: 'items', entity_id: 9, elabid: null, title: 'Antibody', since: '' }],
    'PATCH /users/me/notifications/2': async (request: Request) => {
      marked.push(await request.json())
      for (const row of rows) if (row.id === 2) row.is_ack = 1
      return ours({}, 200)
    },
    'PATCH /users/me/notifications': () => {
      for (const row of rows) row.is_ack = 1
      return ours({}, 204)
    },
  })
  showPage(<NotificationsPage />)
  return { marked }
}

const choose = (value: string) => document.querySelector<HTMLElement>(`input[value="${value}"]`)?.click()

test('notifications of an entry are together, and j and e go through them and mark them', async () => {
  const { marked } = open()
  await expect.poll(shownText).toContain('Comment 3')
  const order = () =>
    Array.from(document.querySelectorAll('li'), (row) => /Comment \d/.exec(row.textContent ?? '')?.[0])
  expect(order()).toEqual(['Comment 4', 'Comment 2', 'Comment 3'])
  for (const _ of [1, 2]) press(document.body, 'j')
  expect(document.activeElement?.textContent).toContain('Comment 2')
  press(document.activeElement ?? document.body, 'e')
  await expect.poll(() => marked).toEqual([{ is_ack: 1 }])
})

test('mentions and followed entries have their own lists, which say what to do while they are empty', async () => {
  open()
  await expect.poll(shownText).toContain('Comment 3')
  choose('mentions')
  await expect.poll(shownText).toContain('No one has mentioned you yet')
  choose('following')
  await expect.poll(shownText).toContain('Antibody')
  expect(await findButton('Unfollow “Antibody”')).toBeTruthy()
})

test('the focus stays on the page when the row or button that had it is gone', async () => {
  open()
  await expect.poll(shownText).toContain('Comment 3')
  choose('unread')
  await expect.poll(shownText).toContain('Comment 3')
  const second = document.querySelectorAll<HTMLElement>('button[aria-label="Mark “Entry 7” as read"]')[1]
  second?.focus()
  second?.click()
  await expect.poll(shownText).not.toContain('Comment 2')
  expect(document.activeElement?.textContent).toContain('Comment 3')
  const all = await findButton('Mark all as read')
  all.focus()
  all.click()
  await expect.poll(shownText).toContain('All read')
  expect(document.activeElement?.tagName).toBe('H1')
})
