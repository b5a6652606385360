import { expect, test } from 'vitest'
import { ADA, freshNotebook, lab, PASSWORD, visit } from './harness.ts'

test('the printed link leads to an account and an empty notebook', async () => {
  const notebook = await freshNotebook()
  const page = await visit(notebook)
  await page.goto(notebook.setupLink)
  await page.getByLabel('Your name').fill(`${ADA.firstname} ${ADA.lastname}`)
  await page.getByLabel('E-mail').fill(ADA.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  expect(await page.getByLabel('Team name').inputValue()).toBe('Moreau lab')
  await page.getByLabel('Team name').fill('Protein lab')
  // The token gives access to an account, so it must not stay in the history.
  expect(page.url()).not.toContain('token')
  await page.getByRole('button', { name: 'Create notebook' }).click()

  await page.waitForURL(`${notebook.address}/`)
  await page.getByText('Your notebook is ready').waitFor()
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
  await page.getByRole('button', { name: 'Create notebook' }).click()
  const told = page.getByText(/^Must have at least 12/)
  await told.waitFor()
  expect(new URL(page.url()).pathname).toBe('/setup')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  // It was about the first one.
  await told.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create notebook' }).click()
  await page.waitForURL(`${notebook.address}/`)
})

test('the meter calls a password easy to guess when the service refuses it as that', async () => {
  const notebook = await freshNotebook()
  const page = await visit(notebook)
  await page.goto(notebook.setupLink)
  const meter = page.getByText('Strength: ')
  const password = page.getByLabel('Password', { exact: true })
  for (const [typed, said] of [
    ['passwordcontrasena2024!', 'Easy to guess'],
    ['contrasenaadministrator2024!', 'Easy to guess'],
    ['tXk7$qPz!vR9wLm', 'Strong'],
  ] as const) {
    await password.fill(typed)
    await expect.poll(() => meter.first().locator('..').textContent()).toContain(said)
  }
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
  await page.getByText('Wrong e-mail or password.').waitFor()
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

test('a session that ended is renewed over the page, wherever one goes on it, and all windows follow to another team', async () => {
  const { notebook, cookie, page } = await lab({ expected: /status of 401|net::ERR_/ })
  await notebook.call(cookie, 'POST', '/teams', { name: 'Physics' })
  await notebook.call(cookie, 'PATCH', '/users/1', { action: 'add', team: 2 })
  await page.goto('/team/tags')
  await page.getByRole('link', { name: 'Groups' }).click()
  await page.getByText('No groups yet').waitFor()
  const other = await page.context().newPage()
  await other.goto('/account/look')
  await other.getByRole('button', { name: 'Protein lab: Switch team' }).click()
  await other.getByRole('menuitemradio', { name: 'Physics' }).click()
  await page.getByText('Switched to Physics').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Physics' }).waitFor()
  await other.close()

  await page.context().clearCookies()
  await page.context().setOffline(true)
  await page.getByText('You are offline').waitFor()
  await page.context().setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor()
  expect(new URL(page.url()).pathname).toBe('/team/tags')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('No tags yet').waitFor()
})

test('what is not answered in time is given up, with the offer to try again', async () => {
  const { page } = await lab({ expected: /net::ERR_/ })
  await page.clock.install()
  await page.goto('/account/sessions')
  await page.getByText('This device').waitFor()
  let isSilent = true
  await page.route('**/api/v2/apikeys*', (route) => (isSilent ? undefined : route.continue()))
  await page.getByRole('link', { name: 'API keys' }).first().click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await page.clock.fastForward(21_000)
  isSilent = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No keys yet').waitFor()
})
