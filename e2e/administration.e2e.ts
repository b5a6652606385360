import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { lab, PASSWORD, visit } from './harness.ts'

interface Account {
  email: string
  fullname: string
  is_sysadmin: number
  validated: number
  valid_until: string | null
  teams: { name: string; is_admin: number; is_archived: number }[]
}

const GRACE = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }

/** Ada, a sysadmin, opens the list of users, in which Grace has an account. */
async function openAccount(locale?: string) {
  const one = await lab({ expected: /status of 4\d\d/, ...(locale && { locale }) })
  const { notebook, cookie, page } = one
  const { id } = await notebook.call(cookie, 'POST', '/users', GRACE)
  await notebook.call(cookie, 'POST', '/teams', { name: 'Physics' })
  const account = async () => (await notebook.call<Account>(cookie, 'GET', `/users/${id}`)).data
  await page.goto('/admin/users')
  return { ...one, id, account }
}

test('an account gets another name and e-mail, and one that is taken is refused at its field', async () => {
  const { page, account } = await openAccount()
  await page.getByRole('button', { name: 'Manage Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Manage account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account of Grace Hopper' })
  await dialog.getByLabel('E-mail').fill('ada@example.org')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('is already used by another account').waitFor()
  await dialog.getByLabel('E-mail').fill('grace.murray@example.org')
  await dialog.getByLabel('Last name').fill('Murray')
  await dialog.getByLabel('Last day').fill('2040-12-31')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const renamed = { email: 'grace.murray@example.org', fullname: 'Grace Murray', valid_until: '2040-12-31' }
  await expect.poll(account).toMatchObject(renamed)
  await page.getByText('Account saved').waitFor()
  await page.getByRole('list', { name: 'Users' }).getByText('grace.murray@example.org').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(account).toMatchObject({ email: GRACE.email, fullname: 'Grace Hopper' })
})

test('rights are given, taken and taken back; one’s own are explained and stay', async () => {
  const { page, account } = await openAccount()
  await page.getByRole('button', { name: 'Manage Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Manage account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account of Grace Hopper' })
  await dialog.getByRole('switch', { name: 'Sysadmin' }).press('Space')
  await expect.poll(account).toMatchObject({ is_sysadmin: 1 })
  await dialog.getByRole('switch', { name: 'Approved' }).press('Space')
  await expect.poll(account).toMatchObject({ validated: 0 })
  await page.getByText('Grace Hopper can no longer sign in').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(account).toMatchObject({ validated: 1, is_sysadmin: 1 })
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Manage Ada Moreau' }).click()
  await page.getByRole('menuitem', { name: 'Manage account' }).click()
  const own = page.getByRole('dialog', { name: 'Account of Ada Moreau' })
  await own.getByText('Only another sysadmin can change your rights').waitFor()
  expect(await own.getByRole('switch', { name: 'Sysadmin' }).isDisabled()).toBe(true)
})

test('somebody is added to a team, made admin, archived and taken out, each with a way back', async () => {
  const { page, account } = await openAccount()
  const places = async () =>
    Object.fromEntries(
      (await account()).teams.map(({ name, is_admin, is_archived }) => [name, [is_admin, is_archived]]),
    )
  await page.getByRole('button', { name: 'Manage Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Manage account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account of Grace Hopper' })
  await dialog.getByText('Everyone needs at least one team').waitFor()
  expect(await dialog.getByRole('button', { name: 'Remove from team' }).count()).toBe(0)
  await dialog.getByLabel('Add to team').selectOption('Physics')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(places).toEqual({ 'Protein lab': [0, 0], Physics: [0, 0] })
  const physics = dialog.getByRole('listitem').filter({ hasText: 'Physics' })
  await physics.getByRole('button', { name: 'Make admin' }).click()
  await expect.poll(places).toMatchObject({ Physics: [1, 0] })
  await physics.getByRole('button', { name: 'Archive' }).click()
  await expect.poll(places).toMatchObject({ Physics: [1, 1] })
  await physics.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(places).toMatchObject({ Physics: [1, 0] })
  await physics.getByRole('button', { name: 'Remove from team' }).click()
  await expect.poll(places).toEqual({ 'Protein lab': [0, 0] })
  await page.getByText(/removed from Physics/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(places).toEqual({ 'Protein lab': [0, 0], Physics: [1, 0] })
})

test('an account ends: archived with a way back, deleted when nothing was written, and why not is said', async () => {
  const { notebook, cookie, page, id, account } = await openAccount()
  await notebook.call(cookie, 'PATCH', `/users/${id}`, { action: 'updatepassword', password: PASSWORD })
  const experiment = await notebook.experiment(await notebook.signIn(GRACE), { title: 'Half a page' })
  const open = async () => {
    await page.getByRole('button', { name: 'Manage Grace Hopper' }).click()
    await page.getByRole('menuitem', { name: 'Manage account' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Account of Grace Hopper' })
  await dialog.getByRole('button', { name: 'Archive in all teams' }).click()
  await expect.poll(account).toMatchObject({ teams: [{ is_archived: 1 }] })
  await page.getByText('Grace Hopper archived').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(account).toMatchObject({ teams: [{ is_archived: 0 }] })
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('This user has experiments or resources').waitFor()
  await dialog.getByText('Archive people who have entries').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('switch', { name: 'Approved' }).press('Space')
  await expect.poll(account).toMatchObject({ validated: 0 })
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByLabel('Filter people').selectOption('Not approved yet')
  await page.getByText('1 person').waitFor()
  await notebook.call(cookie, 'PATCH', `/users/${id}`, { validated: 1 })
  await notebook.call(await notebook.signIn(GRACE), 'DELETE', `/experiments/${experiment}`)
  await page.getByLabel('Filter people').selectOption('Everyone')
  await open()
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('Account of Grace Hopper deleted').waitFor()
  await page.getByText('1 person').waitFor()

  await page.goto('/admin/teams')
  await page.getByRole('button', { name: 'Rename Physics' }).click()
  await page.keyboard.type('Biophysics')
  await page.keyboard.press('Enter')
  await page.getByText('Physics renamed to Biophysics').waitFor()
  await page.getByRole('button', { name: 'File limit of Biophysics' }).click()
  await page.getByLabel('File limit', { exact: true }).fill('much')
  await page.keyboard.press('Enter')
  await page.getByText('must be a number of bytes, a size such as 20G').waitFor()
  await page.getByLabel('File limit', { exact: true }).fill('1.5G')
  await page.keyboard.press('Enter')
  await page.getByText('0 B of 1.5 GiB of files').waitFor()
  await page.getByRole('button', { name: 'Delete team Protein lab' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alert').getByText('The server rejected this').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete team Biophysics' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Team Biophysics deleted').waitFor()
})

test('a long list of people is looked up by the service, a page at a time', async () => {
  const { notebook, cookie, page } = await openAccount()
  for (let number = 0; number < 60; number += 1) {
    const name = `n${String(number).padStart(2, '0')}`
    await notebook.call(cookie, 'POST', '/users', { email: `${name}@example.org`, firstname: 'Member', lastname: name })
  }
  await page.reload()
  const list = page.getByRole('list', { name: 'Users' })
  await page.getByText('62 people', { exact: true }).waitFor()
  // Only visible rows are drawn; the rest appears on scrolling.
  expect(await list.getByRole('listitem').count()).toBeLessThan(40)
  await page.keyboard.press('End')
  await list.getByText('n59@example.org').waitFor()
  await page.getByRole('searchbox', { name: 'Search by name or e-mail' }).fill('n57')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Search by name or e-mail' }).fill('')
  await page.getByLabel('Filter people').selectOption('Admins')
  await page.getByText('1 person').waitFor()
  await list.getByText('Ada Moreau').waitFor()
  await page.goto('/team')
  await page.getByText('62 people', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search members' }).fill('hopper')
  await page.getByRole('list', { name: 'Members' }).getByText('Grace Hopper').waitFor()
  await page.getByText('1 person').waitFor()
})

test('what is set for the instance is saved as it is switched, refused where it makes no sense, and announced', async () => {
  const { notebook, cookie, page } = await lab({ expected: /status of 4\d\d/ })
  const config = async () => (await notebook.call<Record<string, string | null>>(cookie, 'GET', '/config')).data
  await page.goto('/admin/settings')
  await page.getByRole('switch', { name: 'Admins can invite people' }).press('Space')
  await expect.poll(config).toMatchObject({ admins_create_users: '0' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(config).toMatchObject({ admins_create_users: '1' })
  for (const level of [
    'Only the owner',
    'The owner and team admins',
    'Everyone with an account',
    'Public, no account needed',
  ]) {
    await page.getByRole('switch', { name: level }).press('Space')
  }
  await expect.poll(config).toMatchObject({ allow_permission_full: '0', allow_permission_team: '1' })
  await expect.poll(() => page.getByRole('switch', { name: 'The whole team' }).isDisabled()).toBe(true)

  await page.getByLabel('Minimum length').fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be a whole number from 8 to 128').waitFor()
  await page.getByLabel('Minimum length').fill('16')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(config).toMatchObject({ min_password_length: '16' })

  await page.getByLabel('For signed-in users').fill('Closed on Friday <3')
  await page.getByRole('button', { name: 'Save' }).click()
  const banner = page.getByRole('region', { name: 'Announcement' })
  await banner.getByText('Closed on Friday <3').waitFor()
  await page.getByLabel('On the sign-in page').fill('Guests: ask in room 2.14')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(config).toMatchObject({ login_announcement: 'Guests: ask in room 2.14' })
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Close: Announcement' }).click()
  await page.reload()
  await page.getByLabel('For signed-in users').waitFor()
  expect(await banner.count()).toBe(0)

  const guest = await visit(notebook)
  await guest.goto('/sign-in')
  await guest.getByText('Guests: ask in room 2.14').waitFor()
})

test('a sysadmin invites somebody into a team of their choice, or adds who has an account', async () => {
  const { notebook, cookie, page, account } = await openAccount()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('First name').fill('Lise')
  await page.getByLabel('Last name').fill('Meitner')
  await page.getByLabel('E-mail', { exact: true }).fill('lise@example.org')
  await page.getByLabel('Team', { exact: true }).selectOption('Physics')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('heading', { name: 'Send this link to Lise Meitner' }).waitFor()
  const { data } = await notebook.call<Account[]>(cookie, 'GET', '/users?q=lise')
  expect(data).toMatchObject([{ teams: [{ name: 'Physics' }] }])

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('E-mail', { exact: true }).fill(GRACE.email)
  await page.getByLabel('Team', { exact: true }).selectOption('Physics')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('button', { name: 'Add to Physics' }).click()
  await page.getByText('Grace Hopper added to Physics').waitFor()
  expect(await account()).toMatchObject({ teams: [{ name: 'Protein lab' }, { name: 'Physics' }] })
})

test('a refusal is explained in the language of the page, with what the service said below', async () => {
  const { notebook, cookie, page, id } = await openAccount('fr-FR')
  const { data: teams } = await notebook.call<{ id: number; name: string }[]>(cookie, 'GET', '/teams')
  const team = teams.find(({ name }) => name === 'Physics')?.id
  await notebook.call(cookie, 'PATCH', `/users/${id}`, { action: 'add', team })
  await page.reload()
  await page.getByRole('button', { name: 'Gérer Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Gérer le compte' }).click()
  const physics = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Physics' })
  await physics.waitFor()
  await notebook.call(cookie, 'PATCH', `/users/${id}`, { action: 'unreference', team })
  await physics.getByRole('button', { name: 'Retirer de l’équipe' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Le serveur a refusé cette saisie.' })
  await alert.getByText('équipe : cette personne n’en fait pas partie').waitFor()
})
