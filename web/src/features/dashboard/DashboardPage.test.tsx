import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { DashboardPage } from './DashboardPage.tsx'

const row = (id: number, userid: number) => ({
  ...{ id, userid, title: `Elution ${id}`, fullname: 'Kenji Tanaka', modified_at: '2026-11-16 11:00:00' },
  ...{ is_pinned: 0, locked: 0, status_title: null, recent_comment: null, tags: null },
})

test('the dashboard leads to what the team did this week, by person, and to all of one’s own', async () => {
  givenService({
    'GET /session': { userid: 1, fullname: 'Prof. Ada Moreau', team: 1, teams: [], timezone: 'UTC' },
    'GET /experiments': [row(5, 1), row(6, 2)] as object,
    'GET /items': [] as object,
  })
  showPage(
    <Suspense>
      <DashboardPage />
    </Suspense>,
  )
  await expect.poll(shownText).toContain('In your team')
  expect(document.querySelector('h1')?.textContent).toMatch(/, Ada\.?$/)
  const addressOf = (words: string) =>
    [...document.querySelectorAll('a')].find(({ textContent }) => textContent === words)?.getAttribute('href')
  expect(addressOf('This week, by person')).toBe('/experiments?scope=2&date=week&group=owner')
  expect(addressOf('My experiments')).toBe('/experiments?scope=1&order=lastchange')
})
