import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { lab, visit } from './harness.ts'
import { titlesIn } from './list-rows.ts'

/** A picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Stored {
  id: number
  title: string
  body: string | null
  tags: string | null
  status_title: string | null
  category_title: string | null
  custom_id: number | null
  metadata_decoded?: { extra_fields: Record<string, { value: unknown; position?: number; group_id?: number }> }
  canread: string
  canwrite: string
  canread_target_base?: number
  access_key: string | null
}

test('an entry is made from a template: palette, a few letters, Enter; and templates are made of entries', async () => {
  const { notebook, cookie, page } = await lab()
  const template = { title: 'PCR with standard primers', body: '<p>35 cycles</p>', tags: ['pcr'] }
  await notebook.call(cookie, 'POST', '/experiments_templates', template)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  let interactions = 0
  const press = async (keys: string) => {
    interactions += 1
    await page.keyboard.press(keys)
  }
  await press('Control+k')
  interactions += 1
  await page.keyboard.type('pcr')
  await press('Enter')
  await page.waitForURL(/\/experiments\/\d+/)
  expect(interactions).toBe(3)
  const read = async (path: string) => (await notebook.call<Stored>(cookie, 'GET', path)).data
  const made = /\/experiments\/(\d+)/.exec(page.url())?.[1]
  expect(await read(`/experiments/${made}`)).toMatchObject({ ...template, tags: 'pcr' })
  await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Title')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  await page.waitForURL(/\/templates\/\d+/)
  await page.getByRole('textbox', { name: 'Title' }).fill('PCR, mine')
  expect(await page.getByLabel('Date', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: /^Share .*\(/ }).click()
  await page.getByText('New entries').click()
  const question = page.getByRole('radiogroup', { name: 'Can view new entries' })
  await question.getByLabel('Everyone with an account').check()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  const own = /\/templates\/(\d+)/.exec(page.url())?.[1]
  await expect.poll(() => read(`/experiments_templates/${own}`)).toMatchObject({ canread_target_base: 40 })

  // The team requires templates: `c` asks for one.
  await notebook.call(cookie, 'PATCH', '/teams/current', { force_exp_tpl: 1 })
  await page.goto('/experiments')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('c')
  const chooser = page.getByRole('dialog', { name: 'New experiment from template' })
  await chooser.getByText('Your team requires a template for new entries').waitFor()
  expect(await findBarriers(page)).toEqual([])
  // Before the search has answered.
  await page.keyboard.type('mine')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/experiments\/\d+/)
  await expect.poll(() => page.title()).toContain('PCR, mine')
})

test('resources have the list and page of experiments; labels, numbers and fields are set where they are read', async () => {
  const { notebook, cookie, page } = await lab({ expected: /status of 422/ })
  await notebook.call(cookie, 'PATCH', '/teams/current', { enforce_required_fields: 1 })
  await page.goto('/resources')
  await page.getByText('No resources yet').waitFor()
  await page.getByRole('button', { name: 'New resource' }).first().click()
  await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Title')
  await page.keyboard.type('Anti-GFP antibody')
  await page.waitForURL(/\/resources\/\d+/)
  const id = /\/resources\/(\d+)/.exec(page.url())?.[1]
  const stored = async () => (await notebook.call<Stored>(cookie, 'GET', `/items/${id}`)).data

  await page.getByRole('button', { name: 'Status: Set status' }).click()
  await page.keyboard.type('In the freezer')
  await page.getByRole('option', { name: 'Create “In the freezer”' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Category: Set category' }).click()
  await page.keyboard.type('Antibody')
  await page.getByRole('option', { name: 'Create “Antibody”' }).waitFor()
  await page.keyboard.press('Enter')
  await expect
    .poll(stored)
    .toMatchObject({ title: 'Anti-GFP antibody', status_title: 'In the freezer', category_title: 'Antibody' })
  await page.getByRole('button', { name: 'Assign next number' }).click()
  await expect.poll(stored).toMatchObject({ custom_id: 1 })

  const addField = async (name: string, kind: string, group: string) => {
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Type').selectOption(kind)
    await page.getByRole('button', { name: 'More options' }).click()
    if (group !== '') await page.getByRole('combobox', { name: 'Group' }).fill(group)
  }
  await addField('Lot', 'text', 'Storage')
  await page.getByLabel('Required').check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await addField('Keeper', 'users', 'Storage')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Required fields are empty: Lot. Fill them in to set a status, lock or archive this.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Lock', exact: true }).click()
  await page.getByText('Required fields must be filled in first: Lot').waitFor()
  await page.getByRole('button', { name: 'Show fields' }).click()
  await page.keyboard.type('L-77')
  await page.getByText('Required fields are empty').waitFor({ state: 'hidden' })
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('combobox', { name: 'Keeper' }).fill('ada')
  await page.getByRole('option', { name: /Ada Moreau/ }).click()
  await expect
    .poll(async () => (await stored()).metadata_decoded?.extra_fields)
    .toMatchObject({ Lot: { value: 'L-77', position: 2, group_id: 1 }, Keeper: { value: 1, position: 1, group_id: 1 } })
  await page.getByRole('button', { name: 'Actions for “Lot”' }).click()
  await page.getByRole('menuitem', { name: 'Edit field Lot' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Batch')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => (await stored()).metadata_decoded?.extra_fields)
    .toMatchObject({ Batch: { value: 'L-77' } })

  await page.getByRole('link', { name: 'Go to resources' }).click()
  await expect.poll(() => titlesIn(page)).toEqual([expect.stringContaining('Anti-GFP')])
  expect(await findBarriers(page)).toEqual([])
})

test('a list is narrowed down by labels, shows the columns one chooses, and is kept as a view of the team', async () => {
  const { notebook, cookie, page } = await lab({ expected: /status of 400/ })
  const [running, success] = (await notebook.call<{ id: number }[]>(cookie, 'GET', '/teams/current/experiments_status'))
    .data
  for (const [title, status, batch] of [
    ['Alpha', running?.id, 'B-1'],
    ['Beta', success?.id, 'B-2'],
  ] as const) {
    const metadata = { extra_fields: { Batch: { type: 'text', value: batch } } }
    await notebook.experiment(cookie, { title, status, metadata, body: `<p>${title} eluted with imidazole</p>` })
  }
  await page.goto('/experiments')
  await expect.poll(() => titlesIn(page)).toHaveLength(2)
  await page.keyboard.press('/')
  await page.keyboard.type('imidaz')
  await page.getByText('Text: Alpha eluted with imidazole').waitFor()
  await page.getByRole('searchbox').fill('title:(alp')
  await page.getByText('Type what to look for after title:').waitFor()
  await page.getByRole('searchbox').fill('title:alp OR extrafield:Batch:B-9')
  await expect.poll(() => titlesIn(page)).toEqual(['Alpha'])
  await page.getByRole('button', { name: 'Clear search' }).click()

  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click()
  await page.getByLabel('Running').check()
  await expect.poll(() => titlesIn(page)).toEqual(['Alpha'])
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Table' }).check()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Batch').check()
  await page.getByRole('gridcell', { name: 'B-1' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('View name').fill('Running batches')
  await page.getByLabel('Share with team').check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await page
    .getByRole('link', { name: /^Running batches/ })
    .first()
    .waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('running')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: 'B-1' }).waitFor()
  expect(await titlesIn(page)).toEqual(['Alpha'])
})

test('an entry is shared with a person in two steps, and by a link with people who have no account', async () => {
  const { notebook, cookie, page } = await lab()
  await notebook.call(cookie, 'PATCH', '/config', { anon_users: '1' })
  const grace = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }
  const person = (await notebook.call(cookie, 'POST', '/users', grace)).id
  const id = await notebook.experiment(cookie, { title: 'Alpha', canread_base: 10 })
  const file = await notebook.upload(cookie, id, 'gel.png', DOT)
  const { data: gel } = await notebook.call<{ long_name: string }>(cookie, 'GET', `/experiments/${id}/uploads/${file}`)
  const body = `<p>For many eyes</p><p><img alt="Gel" src="/api/v2/files?name=${encodeURIComponent(gel.long_name)}"></p>`
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { body })
  await notebook.call(cookie, 'POST', `/experiments/${id}/steps`, { body: 'Thaw the cells' })
  const stored = async () => (await notebook.call<Stored>(cookie, 'GET', `/experiments/${id}`)).data
  // The smallest window of a laptop.
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/experiments/${id}`)
  await page.getByRole('textbox', { name: 'Main text' }).waitFor()
  await page.getByRole('button', { name: /^Share .*\(/ }).click()
  const field = page.getByRole('combobox', { name: /^Add people/ })
  await expect.poll(() => field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  await page.keyboard.type('grace')
  await page.keyboard.press('Shift+Enter')
  await expect.poll(async () => JSON.parse((await stored()).canread)).toMatchObject({ users: [person] })
  await expect.poll(async () => JSON.parse((await stored()).canwrite)).toMatchObject({ users: [person] })
  await page.getByText(/^Visible to: .*Grace Hopper/).waitFor()

  await page.getByRole('switch', { name: 'Anyone with the public link can view' }).click({ force: true })
  await page.getByRole('button', { name: 'Copy: Public link' }).click()
  expect(await findBarriers(page)).toEqual([])
  const [share, who] = [page.getByRole('dialog', { name: 'Share' }), page.getByText(/^Visible to: /)]
  for (const shown of [await share.boundingBox(), await who.boundingBox()]) {
    expect((shown?.y ?? 0) + (shown?.height ?? 768)).toBeLessThan(768)
  }
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  const stranger = await visit(notebook, { expected: /status of 404/ })
  await stranger.goto(link)
  await stranger.getByRole('heading', { name: 'Alpha' }).waitFor()
  await stranger.getByText('For many eyes').waitFor()
  const picture = stranger.locator('img[src*="/shared/"]')
  await expect.poll(() => picture.evaluate((one) => (one as { naturalWidth?: number }).naturalWidth)).toBe(1)
  await stranger.getByText('Thaw the cells').waitFor()
  expect(await findBarriers(stranger)).toEqual([])
  await page.getByRole('switch', { name: 'Anyone with the public link can view' }).click({ force: true })
  await expect.poll(async () => (await stored()).access_key).toBe(null)
  await stranger.reload()
  await stranger.getByText('This link does not work').waitFor()
})
