import { expect, test } from 'vitest'
import { findButton, findField, shownText, showPage, type } from '../../../test/page.tsx'
import { givenService, ours } from '../../../test/service.ts'
import { ForgotPassword } from './ForgotPassword.tsx'

test('whoever asks for a link is told the same, whether or not the address is known', async () => {
  const service = givenService({
    'POST /password/forgot': () => new Response('', { status: 202, headers: ours({}).headers }),
  })
  showPage(<ForgotPassword back={() => {}} />)
  type(await findField('E-mail'), 'ada@example.org')
  ;(await findButton('Send link')).click()
  await expect.poll(shownText).toContain('If ada@example.org belongs to an account, a link was sent to it.')
  expect(service.asked).toEqual(['POST /password/forgot'])
})
