import { expect, onTestFinished, test } from 'vitest'
import { findField, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { SetPasswordPage } from './SetPasswordPage.tsx'

const OWNER = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }

test('an invitation tells for whom it is, into which team, and who sent it', async () => {
  openLink()
  givenService({
    'GET /setup': () => ({ min_password_length: 12, password_complexity_requirement: 0 }),
    'POST /password/link': () => ({ ...OWNER, teams: ['Protein lab'], sent_by: 'Ada Moreau' }),
  })
  showPage(<SetPasswordPage />)
  await findField('New password')
  expect(shownText()).toMatch(/AccountGrace Hoppergrace@example.orgTeamProtein labSent byAda Moreau/)
})

function openLink(): void {
  location.hash = '#token=abc'
  onTestFinished(() => {
    location.hash = ''
  })
}
