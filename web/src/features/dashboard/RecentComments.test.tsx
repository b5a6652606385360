import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import type { Row } from './dashboard.queries.ts'
import { EntryLines } from './EntryLines.tsx'
import { RecentComments } from './RecentComments.tsx'

const ADA = { userid: 1, fullname: 'Ada Moreau', team: 1, teams: [], timezone: 'UTC' }

const row = (id: number, title: string, recent_comment: string | null) => ({
  ...{ id, title, userid: 1, recent_comment, modified_at: '2026-11-16 11:00:00' },
})

function comment(id: number, words: string, fullname: string, userid: number) {
  return { id, comment: words, fullname, userid, created_at: '2026-11-16 10:00:00' }
}

test('recent comments tell who wrote what about which entry, newest first', async () => {
  givenService({
    'GET /session': ADA,
    'GET /experiments': [row(5, 'Elution of GFP', '2026-11-15 09:00:00'), row(6, 'Blank', null)] as object,
    'GET /items': [row(7, 'Freezer', '2026-11-16 10:00:00')] as object,
    'GET /experiments/5/comments': [
      comment(1, 'First', 'Ada Moreau', 1),
      comment(2, 'Twice, please', 'Kenji Tanaka', 2),
    ] as object,
    'GET /items/7/comments': [comment(3, 'Defrosted', 'Ada Moreau', 1)] as object,
  })
  showPage(
    <Suspense>
      <RecentComments />
    </Suspense>,
  )
  await expect.poll(shownText).toContain('Recent comments')
  const lines = [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(lines).toEqual([
    expect.stringMatching(/^You on “Freezer”Defrosted/),
    expect.stringMatching(/^Kenji Tanaka on “Elution of GFP”Twice, please/),
  ])
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/resources/7')
})

test('a line of an entry shows its status', async () => {
  givenService({ 'GET /session': ADA })
  const rows = [
    { ...row(5, 'Elution of GFP', null), type: 'experiments', status_title: 'Running', status_color: '29AEB9' },
  ] as unknown as Row[]
  showPage(
    <Suspense>
      <EntryLines title="Recently edited" rows={rows} />
    </Suspense>,
  )
  await expect.poll(shownText).toContain('Elution of GFPRunning')
})
