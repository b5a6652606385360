import { expect, test } from 'vitest'
import { mailServer } from '../server/test/mail/mail-server.ts'
import { findBarriers } from './accessibility.ts'
import { ADA, lab, type Person, visit } from './harness.ts'

const GRACE: Person = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.org' }

const LONG_LINK = `https://example.org/${'gel'.repeat(50)}`

test('e-mail is set up with a test message, brings a new password, and is stopped by its own link', async () => {
  const { notebook, cookie, page } = await lab({ hasAddress: true, expected: /status of 401/ })
  const server = await mailServer()
  const { mail_from, ...settings } = server.settings
  await notebook.call(cookie, 'PATCH', '/config', settings)
  const linkIn = async (subject: string, path: string): Promise<string> => {
    const find = () => server.mails.find((mail) => mail.header('Subject')?.includes(subject))?.html
    await expect.poll(find).toBeDefined()
    return new RegExp(`${notebook.address}/${path}[^"]+`).exec(find() ?? '')?.[0] ?? ''
  }

  await page.goto('/admin/mail')
  await page.getByLabel('Sender').fill(mail_from)
  await page.keyboard.press('Enter')
  const send = page.getByRole('button', { name: 'Send test message' })
  await send.click()
  await page.getByText(`Test message sent to ${ADA.email}`).waitFor()
  expect(server.mails).toMatchObject([{ to: [ADA.email] }])

  const guest = await visit(notebook)
  await guest.goto('/')
  await guest.getByRole('button', { name: 'Forgot password?' }).click()
  await guest.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await guest.getByLabel('E-mail').fill(ADA.email)
  expect(await findBarriers(guest)).toEqual([])
  await guest.getByRole('button', { name: 'Send link' }).click()
  await guest.getByText('Check your e-mail').waitFor()
  await guest.goto(await linkIn('Set a new password', 'set-password#token='))
  await guest.getByLabel('New password').fill('another quite long line')
  await guest.getByRole('button', { name: 'Set password and sign in' }).click()
  await guest.getByRole('button', { name: /Ada Moreau/ }).waitFor()

  await guest.goto('/account/notifications')
  const comments = guest.getByLabel('Comments: e-mail')
  expect(await comments.inputValue()).toBe('now')
  await comments.selectOption('Weekly')
  await guest.getByText('Notification settings saved').waitFor()
  await comments.selectOption('At once')

  // Using the link has ended the other sessions, as the first page notices.
  const [session] = await guest.context().cookies()
  const own = `${session?.name}=${session?.value}`
  const entry = await notebook.experiment(own, { title: 'Elution of His-GFP' })
  const grace = await notebook.join(own, GRACE)
  await notebook.call(grace, 'POST', `/experiments/${entry}/comments`, { comment: `A second band: ${LONG_LINK}` })
  await guest.goto(await linkIn('Elution of His-GFP', 'unsubscribe/'))
  await guest.getByRole('heading', { name: 'Stop these e-mails?' }).waitFor()
  expect(await findBarriers(guest)).toEqual([])
  await guest.getByRole('button', { name: 'Stop e-mails' }).click()
  await guest.getByRole('heading', { name: 'E-mails stopped' }).waitFor()
  await guest.goto('/account/notifications')
  await expect.poll(() => guest.getByLabel('Comments: e-mail').inputValue()).toBe('never')

  // As on a phone.
  const letter = await guest.context().newPage()
  await letter.setViewportSize({ width: 390, height: 800 })
  await letter.setContent(server.mails.find((mail) => mail.html.includes(LONG_LINK))?.html ?? '')
  await letter.getByText('A second band').waitFor()
  expect(await letter.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
