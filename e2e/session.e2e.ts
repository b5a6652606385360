import { expect, test } from 'vitest'
import { ADA, freshNotebook, lab, PASSWORD, visit } from './harness.ts'

test('the printed link leads to an account and an empty notebook', async () => {
  const notebook = await freshNotebook()
  const page = await visit(notebook)
  await page.goto(notebook.setupLink)
  await page.getByLabel('Your name').fill(`${ADA.firstname} ${ADA.lastname}`)
  await page.getByLabel('E-mail').fill(ADA.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  expect(await page.getByLabel('Name of your team').inputValue()).toBe('Moreau lab')
  await page.getByLabel('Name of your team').fill('Protein lab')
  // The token is worth an account: it must not stay in the history.
  expect(page.url()).not.toContain('token')
  await page.getByRole('button', { name: 'Create the notebook' }).click()

  await page.waitForURL(`${notebook.address}/`)
  await page.getByText('Your notebook is empty, and ready').waitFor()
  const { data } = await notebook.call<{ teams: { name: string }[] }>(await notebook.signIn(), 'GET', '/session')
  expect(data.teams).toMatchObject([{ name: 'Protein lab' }])
})

test('a password that is too short is said at its field, and nothing is made', async () => {
  const notebook = await freshNotebook()
  const page = await visit(notebook, { expected: /status of 4\d\d/ })
  await page.goto(notebook.setupLink)
  await page.getByLabel('Your name').fill(`${ADA.firstname} ${ADA.lastname}`)
  await page.getByLabel('E-mail').fill(ADA.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create the notebook' }).click()
  await page.getByText('12').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/setup')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create the notebook' }).click()
  await page.waitForURL(`${notebook.address}/`)
})

test('who signs out and in again comes back to the page they asked for', async () => {
  const { notebook, cookie, page } = await lab({ expected: /status of 401/ })
  const id = await notebook.experiment(cookie, { title: 'Yield of batch 17' })
  await page.goto('/experiments')
  await page.getByRole('button', { name: 'Ada Moreau' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in**')

  await page.goto(`/experiments/${id}`)
  await page.waitForURL('**/sign-in?next=**')
  await page.getByLabel('E-mail').fill(ADA.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('E-mail or password is not right.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${notebook.address}/experiments/${id}`)
})

test('the interface speaks French to those who want it', async () => {
  const { page } = await lab({ locale: 'fr-FR' })
  await page.goto('/experiments')
  await page.getByRole('heading', { level: 1, name: 'Expériences' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
})
