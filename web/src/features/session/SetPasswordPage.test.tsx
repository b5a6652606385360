import { expect, onTestFinished, test } from 'vitest'
import { findButton, findField, shownText, showPage, type } from '../../../test/page.tsx'
import { givenService, ours } from '../../../test/service.ts'
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

test('a refused password is told in one sentence, until another one is typed', async () => {
  openLink()
  const refused = {
    code: 400,
    message: 'password: too easy to guess, because it repeats itself',
    description: '',
    reason: 'password.repeats',
    field: 'password',
  }
  givenService({
    'GET /setup': () => ({ min_password_length: 12, password_complexity_requirement: 0 }),
    'POST /password/link': () => ({ ...OWNER, teams: ['Protein lab'], sent_by: 'Ada Moreau' }),
    'POST /password': () => ours(refused, 400),
  })
  showPage(<SetPasswordPage />)
  const field = await findField('New password')
  type(field, 'abcabcabcabc')
  await expect.poll(shownText).toContain('Easy to guess')
  ;(await findButton('Set password and sign in')).click()
  await expect.poll(shownText).toContain('Too easy to guess, because it repeats itself')
  expect(shownText()).not.toMatch(/Easy to guess|password: /)
  type(field, 'tXk7$qPz!vR9wLm')
  await expect.poll(shownText).toContain('Strong')
  expect(shownText()).not.toContain('repeats itself')
})

function openLink(): void {
  location.hash = '#token=abc'
  onTestFinished(() => {
    location.hash = ''
  })
}
