import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { lab, PASSWORD, visit } from './harness.ts'

test('a new member is invited by a link, sets a password with it, and is in', async () => {
  const { notebook, page } = await lab()
  await page.goto('/team')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('E-mail').fill('grace@example.org')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('heading', { name: 'Send this link to Grace Hopper' }).waitFor()
  const link = (await page.locator('code').textContent()) ?? ''
  expect(link.startsWith(`${notebook.address}/set-password#token=`)).toBe(true)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'Members' }).getByText('Invited').waitFor()
  expect(await page.content()).not.toContain(link.slice(-43))

  const guest = await visit(notebook, { expected: /status of 40[03]/ })
  await guest.goto(link)
  for (const fact of ['Grace Hopper', 'grace@example.org', 'Ada Moreau']) await guest.getByText(fact).waitFor()
  // The page knows the names, like the service.
  await guest.getByLabel('New password').fill('gracehopper 1906')
  await guest.getByText('Easy to guess').waitFor()
  await guest.getByLabel('New password').fill('password1234')
  await guest.getByRole('button', { name: 'Set password and sign in' }).click()
  await guest.getByText('too easy to guess').waitFor()
  expect(guest.url()).not.toContain('token')
  await guest.getByLabel('New password').fill('my own quite long line')
  await guest.getByRole('button', { name: 'Set password and sign in' }).click()
  await guest.waitForURL((url) => url.pathname === '/')
  await guest.getByRole('button', { name: /Grace Hopper/ }).waitFor()

  await guest.goto(link)
  await guest.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

test('a member becomes admin, is archived, and comes back by undo', async () => {
  const { notebook, cookie, page } = await lab()
  const grace = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }
  const { id } = await notebook.call(cookie, 'POST', '/users', grace)
  const place = async () => (await notebook.call<{ teams: object[] }>(cookie, 'GET', `/users/${id}`)).data.teams[0]
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Manage Grace Hopper' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await page.goto('/team')
  await choose('Make admin')
  await page.getByText('Grace Hopper made an admin').waitFor()
  expect(await place()).toMatchObject({ is_admin: 1 })
  await choose('Archive')
  const row = page.getByRole('listitem').filter({ hasText: 'Grace Hopper' })
  await row.getByText('Archived', { exact: true }).waitFor()
  await page.getByText(/^Grace Hopper archived/).waitFor()
  expect(await place()).toMatchObject({ is_archived: 1 })
  await page.keyboard.press('z')
  await row.getByText('Archived', { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(place).toMatchObject({ is_archived: 0 })
})

test('a sysadmin finds out who made a key, and takes the trail along', async () => {
  const { notebook, cookie, page } = await lab()
  await notebook.call(cookie, 'POST', '/apikeys', { name: '=Robot' })
  await notebook.call(cookie, 'POST', '/teams', { name: 'Physics' })
  await page.goto('/admin/teams')
  await page.getByRole('list', { name: 'Teams' }).getByText('Physics').waitFor()
  await page.goto('/admin/audit')
  await page.getByLabel('Type').selectOption('apikey')
  await page.getByRole('searchbox', { name: 'Search' }).fill('robot')
  const trail = page.getByRole('list', { name: 'Audit trail' })
  await expect.poll(() => trail.getByRole('listitem').count()).toBe(1)
  expect(await trail.textContent()).toContain('Ada Moreau · created · API key')
  await trail.getByText('name, person, team, write access').click()
  await trail.getByText('=Robot').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  await page.goto('/admin/health')
  await page.getByRole('list', { name: 'Health' }).getByText('SQLite').waitFor()
})

test('categories get a colour, another name, another place, and are shared, deleted and brought back', async () => {
  const { notebook, cookie, page } = await lab()
  const labels = async () => {
    const { data } = await notebook.call<{ title: string; color: string; is_private: number }[]>(
      cookie,
      'GET',
      '/teams/current/experiments_categories',
    )
    return data.map(({ title, color, is_private }) => `${title} ${color} ${is_private}`)
  }
  await page.goto('/team/labels')
  const categories = page.getByRole('region', { name: 'Categories' })
  await categories.getByText('Add the first one below').waitFor()
  for (const name of ['Cloning', 'Purification', 'Imaging']) {
    await categories.getByLabel('New category').fill(name)
    await page.keyboard.press('Enter')
    await categories.getByRole('button', { name: `Rename ${name}` }).waitFor()
  }
  await categories.getByRole('button', { name: 'Colour of Cloning' }).click()
  await page.getByRole('radio', { name: 'Blue' }).click()
  await expect.poll(labels).toContain('Cloning 2b6cb0 1')
  await categories.getByRole('button', { name: 'Rename Imaging' }).click()
  await page.keyboard.type('Microscopy')
  await page.keyboard.press('Enter')
  await page.getByText('Imaging renamed to Microscopy').waitFor()

  // By key, twice, and by button: the moved row keeps the focus.
  await categories.getByRole('button', { name: 'Rename Microscopy' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await categories.getByRole('button', { name: 'Move Cloning down' }).click()
  const order = async () => (await labels()).map((label) => label.split(' ')[0])
  await expect.poll(order).toEqual(['Microscopy', 'Purification', 'Cloning'])
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move Cloning down')

  await categories.getByRole('button', { name: 'Actions for Cloning' }).click()
  await page.getByRole('menuitem', { name: 'Share with other teams' }).click()
  await expect.poll(labels).toContain('Cloning 2b6cb0 0')
  await categories.getByRole('button', { name: 'Actions for Cloning' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(order).toEqual(['Microscopy', 'Purification'])
  await toast(page, 'Cloning deleted').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(order).toContain('Cloning')
  expect(await findBarriers(page)).toEqual([])
})

test('tags are renamed, merged with a word of warning, deleted with a way back, and kept as favourites', async () => {
  const { notebook, cookie, page } = await lab()
  for (const tags of [['gfp', 'buffer'], ['green fluorescent protein'], ['green fluorescent protein', 'old']]) {
    await notebook.experiment(cookie, { tags })
  }
  const tags = async () => {
    const { data } = await notebook.call<{ tag: string; item_count: number; is_favorite: number }[]>(
      cookie,
      'GET',
      '/teams/current/tags',
    )
    return data.map(({ tag, item_count, is_favorite }) => `${tag} ${item_count}${is_favorite ? ' *' : ''}`)
  }
  await page.goto('/team/tags')
  await page.getByRole('button', { name: 'Favourite: gfp' }).click()
  await expect.poll(tags).toContain('gfp 1 *')
  await page.getByRole('button', { name: 'Rename buffer' }).click()
  await page.getByLabel('Rename buffer').fill('buffers')
  await page.keyboard.press('Enter')
  await page.getByText('buffer renamed to buffers').waitFor()
  await page.getByRole('button', { name: 'Rename green fluorescent protein' }).click()
  await page.getByLabel('Rename green fluorescent protein').fill('GFP')
  await page.getByText('will be merged into “gfp”, on 2 entries').waitFor()
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect.poll(tags).toEqual(['buffers 1', 'gfp 3 *', 'old 1'])
  await page.getByRole('button', { name: 'Delete tag old' }).click()
  await page.getByText('Deleting…').waitFor()
  await toast(page, 'Tag old deleted').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Delete tag old' }).click()
  await page.getByRole('button', { name: 'Delete tag old' }).waitFor({ state: 'detached' })
  await toast(page, 'Tag old deleted').getByRole('button', { name: 'Close' }).click()
  await expect.poll(tags).toEqual(['buffers 1', 'gfp 3 *'])
  await page.getByRole('searchbox', { name: 'Search tags' }).fill('buf')
  await page.getByText('1 tag', { exact: true }).waitFor()
})

test('a group is made, named, filled and emptied; settings of the team hold for its members at once', async () => {
  const { notebook, cookie, page } = await lab()
  const grace = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }
  const { id } = await notebook.call(cookie, 'POST', '/users', grace)
  await notebook.call(cookie, 'PATCH', `/users/${id}`, { action: 'updatepassword', password: PASSWORD })
  const groups = async () =>
    Object.values(
      (
        await notebook.call<Record<string, { name: string; users: { fullname: string }[] }>>(
          cookie,
          'GET',
          '/teams/current/teamgroups',
        )
      ).data,
    ).map(({ name, users }) => `${name}: ${users.map(({ fullname }) => fullname)}`)
  // The list was read before the group existed, and arrives after it.
  await page.route(
    '**/teamgroups',
    async (route) => {
      const before = await route.fetch()
      await page.getByLabel('New group').fill('GFP')
      await page.keyboard.press('Enter')
      await expect.poll(groups).toEqual(['GFP: '])
      await route.fulfill({ response: before })
    },
    { times: 1 },
  )
  await page.goto('/team/groups')
  await page.getByRole('combobox', { name: 'Add to GFP' }).fill('hop')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await expect.poll(groups).toEqual(['GFP: Grace Hopper'])
  await page.getByRole('button', { name: 'Rename GFP' }).click()
  await page.keyboard.type('GFP project')
  await page.keyboard.press('Enter')
  await expect.poll(groups).toEqual(['GFP project: Grace Hopper'])
  await page.getByRole('button', { name: 'Remove Grace Hopper from GFP project' }).click()
  await expect.poll(groups).toEqual(['GFP project: '])
  await toast(page, 'removed from').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(groups).toEqual(['GFP project: Grace Hopper'])
  await page.getByRole('button', { name: 'Delete group GFP project' }).click()
  await page.getByText('No groups yet').waitFor()
  await toast(page, 'Group GFP project deleted').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Delete group GFP project' }).waitFor()

  const member = await visit(notebook, { as: grace })
  await member.goto('/team/labels')
  await member.getByLabel('New category').waitFor()
  await page.goto('/team/settings')
  await page.getByText(/^\d+ B of files$/).waitFor()
  await page.getByRole('switch', { name: 'Members can edit experiment categories' }).press('Space')
  await page.getByText('Saved: Members can edit experiment categories').waitFor()
  await page.getByLabel('Announcement', { exact: true }).fill('Autoclave: see https://example.org/a & ask')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved: Announcement').waitFor()
  await member.reload()
  await member.getByRole('region', { name: 'Team announcement' }).getByRole('link').waitFor()
  await member.getByLabel('New status').waitFor()
  expect(await member.getByLabel('New category').count()).toBe(0)
  await member.goto('/team/groups')
  await member.getByText('GFP project').waitFor()
  expect(await member.getByLabel('New group').count()).toBe(0)
  expect(await member.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  await member.goto('/team')
  await member.getByRole('list', { name: 'Members' }).getByText('Ada Moreau').waitFor()
  expect(await member.getByRole('button', { name: /^(Invite|Manage)/ }).count()).toBe(0)
  expect(await findBarriers(member)).toEqual([])
  expect(await member.getByRole('link', { name: 'Administration' }).count()).toBe(0)
  await member.goto('/admin')
  await member.getByText('Only system administrators').waitFor()
})

test('undo leaves alone what somebody else has set since, and says so', async () => {
  const { notebook, cookie, page } = await lab()
  const team = '/teams/current'
  const { id: category } = await notebook.call(cookie, 'POST', `${team}/experiments_categories`, { name: 'Imaging' })
  await notebook.experiment(cookie, { tags: ['buffer'] })
  const undo = (words: string) => toast(page, words).getByRole('button', { name: 'Undo' }).click()
  const refused = toast(page, 'Someone else changed this meanwhile')
  const seeRefusal = async () => {
    await refused.waitFor()
    await refused.getByRole('button', { name: 'Close' }).click()
  }
  const called = (name: string) => page.getByRole('button', { name: `Rename ${name}`, exact: true })
  const rename = async (name: string, to: string) => {
    await called(name).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(to)
    await page.keyboard.press('Enter')
    await page.getByText(`${name} renamed to ${to}`).waitFor()
  }

  await page.goto('/team/labels')
  await rename('Imaging', 'Microscopy')
  await notebook.call(cookie, 'PATCH', `${team}/experiments_categories/${category}`, { title: 'Pictures' })
  await undo('Imaging renamed')
  await seeRefusal()
  await called('Pictures').waitFor()
  // Other changes by somebody else do not matter.
  await rename('Pictures', 'Images')
  await notebook.call(cookie, 'PATCH', `${team}/experiments_categories/${category}`, { color: '2b6cb0' })
  await undo('Pictures renamed')
  await called('Pictures').waitFor()

  // There is no undo for a member whom somebody else has added meanwhile.
  const person = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }
  const { id: grace } = await notebook.call(cookie, 'POST', '/users', person)
  const { id: group } = await notebook.call(cookie, 'POST', `${team}/teamgroups`, { name: 'GFP' })
  await page.goto('/team/groups')
  await page.getByRole('combobox', { name: 'Add to GFP' }).fill('hop')
  const option = page.getByRole('option', { name: /Grace Hopper/ })
  await option.waitFor()
  await notebook.call(cookie, 'PATCH', `${team}/teamgroups/${group}`, { how: 'add', userid: grace })
  await option.click()
  await toast(page, 'Grace Hopper').waitFor()
  expect(await toast(page, 'Grace Hopper').getByRole('button', { name: 'Undo' }).count()).toBe(0)

  // A tag is not merged with another that has taken its old name.
  await page.goto('/team/tags')
  await rename('buffer', 'solution')
  await notebook.call(cookie, 'POST', `${team}/tags`, { tag: 'Büffer' })
  await undo('buffer renamed')
  await seeRefusal()
  const tags = (await notebook.call<{ tag: string }[]>(cookie, 'GET', `${team}/tags`)).data.map(({ tag }) => tag)
  expect(tags).toEqual(['Büffer', 'solution'])

  await page.goto('/team/settings')
  await page.getByLabel('Announcement', { exact: true }).fill('Autoclave on Friday')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved: Announcement').waitFor()
  await notebook.call(cookie, 'PATCH', team, { announcement: 'Autoclave is broken' })
  await undo('Saved: Announcement')
  await seeRefusal()
  await expect.poll(() => page.getByLabel('Announcement', { exact: true }).inputValue()).toBe('Autoclave is broken')
})

/** The toast of the last change, with its undo. */
function toast(page: Page, words: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).locator('> div').filter({ hasText: words })
}

test('an instrument appears as soon as its agent reports, and is removed when it is no longer used', async () => {
  const { notebook, cookie, page } = await lab()
  await page.goto('/team/instruments')
  await page.getByRole('heading', { name: 'No instruments yet' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  const report = { name: 'Balance 2.14', host: 'balance-pc', version: '0.1.0', interval: 60, waiting: 3, errors: 0 }
  await notebook.call(cookie, 'POST', '/agents', report)
  const row = page.getByRole('listitem').filter({ hasText: 'Balance 2.14' })
  await row.getByText('3 files waiting').waitFor()
  await notebook.call(cookie, 'POST', '/agents', { ...report, errors: 1, last_error: 'run.csv: too large (413)' })
  await row.getByText('Needs attention').waitFor()
  await row.getByText('run.csv: too large (413)').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await row.getByRole('button', { name: 'More for Balance 2.14' }).click()
  await page.getByRole('menuitem', { name: 'Remove from list' }).click()
  await page.getByRole('heading', { name: 'No instruments yet' }).waitFor()
})
