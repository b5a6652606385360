import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { SignInPage } from './SignInPage.tsx'

test('a new notebook never shows a form to sign in', async () => {
  let answer = () => {}
  const asked = new Promise<object>((resolve) => {
    answer = () => resolve({ needed: true, login_announcement: '' })
  })
  const service = givenService({ 'GET /setup': () => asked })
  showPage(
    <>
      <p>ready</p>
      <SignInPage />
    </>,
  )
  await expect.poll(() => service.asked).toContain('GET /setup')
  expect(shownText()).toBe('ready')
  answer()
  await expect.poll(shownText).toContain('Welcome to your new notebook')
})
