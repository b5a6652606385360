import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lab } from './harness.ts'
import { titlesIn } from './list-rows.ts'
import { pngOf } from './sample-files.ts'

interface Stored {
  title: string
  body: string | null
  tags: string | null
  canread: string
  canwrite: string
  status_title: string | null
}

/** Counts clicks and keys; letters typed in one go count as one. */
function counted(page: Page) {
  let spent = 0
  return {
    click: async (target: Locator) => {
      spent += 1
      await target.click()
    },
    press: async (key: string) => {
      spent += 1
      await page.keyboard.press(key)
    },
    type: async (letters: string) => {
      spent += 1
      await page.keyboard.type(letters)
    },
    /** The count since the last flow. */
    cost: () => {
      const cost = spent
      spent = 0
      return cost
    },
  }
}

// The first run and entries from templates are counted in first-experiment and resources.
test('what people do most costs as few clicks and keys as promised', async () => {
  const { notebook, cookie, page } = await lab()
  const grace = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }
  const person = (await notebook.call(cookie, 'POST', '/users', grace)).id
  const buffer = await notebook.experiment(cookie, { title: 'Buffer', body: '<p>pH 7.4</p>', tags: ['gel'] })
  const read = async (id: unknown) => (await notebook.call<Stored>(cookie, 'GET', `/experiments/${id}`)).data
  const { click, press, type, cost } = counted(page)
  const text = page.getByRole('textbox', { name: 'Main text' })
  const titleHasCursor = () => page.evaluate<boolean>("document.activeElement?.getAttribute('aria-label') === 'Title'")

  await page.goto('/experiments')
  await page.getByRole('link', { name: 'Buffer' }).waitFor()
  // New experiment: one key, and the focus is in the title.
  await press('c')
  await expect.poll(titleHasCursor).toBe(true)
  expect(cost()).toBe(1)
  await page.keyboard.type('Run 1')
  await page.waitForURL(/\/experiments\/\d+/)
  const id = /\/experiments\/(\d+)/.exec(page.url())?.[1]

  // Writing in an entry: one click into the text.
  await click(text)
  expect(cost()).toBe(1)
  await page.keyboard.type('Lane 2 ')

  // A tag, and a link to another entry: one letter each.
  await type('#g')
  await page.getByRole('option', { name: 'gel' }).waitFor()
  await press('Enter')
  expect(cost()).toBe(2)
  await page.getByText('Tagged “gel”').waitFor()
  await type('[[b')
  await page.getByRole('option', { name: 'Buffer' }).waitFor()
  await press('Enter')
  expect(cost()).toBe(2)
  const link = `<a href="/experiments/${buffer}" title="Buffer">Buffer</a>`
  await expect.poll(() => read(id)).toMatchObject({ title: 'Run 1', tags: 'gel', body: expect.stringContaining(link) })
  expect((await read(id)).body).not.toContain('#')

  // A number after the sign is a sample number, and a word that nobody chose stays a word.
  await page.keyboard.type(' #12 #new')
  await page.getByRole('option', { name: 'New tag “new”' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await read(id)).body).toContain('#12 #new')
  expect((await read(id)).tags).toBe('gel')

  // The history: one click to open, a second one to restore.
  await page.getByLabel('Title', { exact: true }).fill('A worse title')
  await expect.poll(() => read(id)).toMatchObject({ title: 'A worse title' })
  await click(page.getByRole('button', { name: 'History' }))
  const back = page.getByRole('button', { name: 'Restore previous title' }).first()
  await back.waitFor()
  expect(cost()).toBe(1)
  await click(back)
  await expect.poll(() => read(id)).toMatchObject({ title: 'Run 1' })
  expect(cost()).toBe(1)
  await page.keyboard.press('Escape')

  // Sharing with a person, who may also write: colleagues see it already, so the right to edit is offered.
  await click(page.getByRole('button', { name: /^Share .*\(/ }))
  await click(page.getByRole('button', { name: 'Share with Grace Hopper' }))
  await expect.poll(async () => JSON.parse((await read(id)).canread)).toMatchObject({ users: [person] })
  await expect.poll(async () => JSON.parse((await read(id)).canwrite)).toMatchObject({ users: [person] })
  expect(cost()).toBe(2)
  await page.keyboard.press('Escape')

  // Search by content: results appear during typing.
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await press('/')
  await type('7.4')
  await expect.poll(() => titlesIn(page)).toEqual(['Buffer'])
  expect(cost()).toBe(2)

  // An API key, from any page; a name of one's own and the right to write cost one each.
  const user = page.getByRole('button', { name: 'Ada Moreau' })
  await click(user)
  await click(page.getByRole('menuitem', { name: 'API keys' }))
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.and(page.locator(':focus')).waitFor()
  await press('Enter')
  await page.getByText(/^curl /).waitFor()
  await page.getByRole('button', { name: 'Copy: Key' }).waitFor()
  expect(cost()).toBe(3)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done' }).click()
  await name.and(page.locator(':focus')).waitFor()
  await type('Balance')
  await click(page.getByText('Read and write', { exact: true }))
  await click(page.getByRole('button', { name: 'Create key' }))
  await page.getByText(/^curl /).waitFor()
  expect(cost()).toBe(3)
  const keys = (await notebook.call<{ name: string; can_write: number }[]>(cookie, 'GET', '/apikeys')).data
  expect(keys.map((key) => [key.name, key.can_write])).toEqual([
    ['Balance', 1],
    [expect.stringMatching(/^Key of \d+ \w+ \d{4}, \d\d:\d\d$/), 0],
  ])
})

test('a status for twenty, a picture in the text, a person who may write, paper: as few clicks and keys as promised', async () => {
  const { notebook, cookie, page } = await lab()
  const grace = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }
  const person = (await notebook.call(cookie, 'POST', '/users', grace)).id
  const fields = { title: 'Gel', body: '<p>Lanes:</p>', canread: { base: 10, teams: [], teamgroups: [], users: [] } }
  const id = await notebook.experiment(cookie, fields)
  await notebook.upload(cookie, id, 'gel.png', pngOf(64, 48))
  const others = await Promise.all(
    Array.from({ length: 19 }, (_, index) => notebook.experiment(cookie, { title: `Run ${index + 1}` })),
  )
  const read = async (one: number) => (await notebook.call<Stored>(cookie, 'GET', `/experiments/${one}`)).data
  const { click, press, type, cost } = counted(page)

  await page.goto('/experiments')
  await page.getByRole('link', { name: 'Gel' }).waitFor()
  await click(page.getByLabel('Select all'))
  await click(page.getByRole('region', { name: '20 selected' }).getByRole('button', { name: 'Status' }))
  await click(page.getByRole('button', { name: 'Success', exact: true }))
  await expect
    .poll(async () => new Set((await Promise.all([id, ...others].map(read))).map(({ status_title }) => status_title)))
    .toEqual(new Set(['Success']))
  expect(cost()).toBe(3)

  await page.goto(`/experiments/${id}`)
  const text = page.getByRole('textbox', { name: 'Main text' })
  await text.waitFor()
  await click(page.getByRole('button', { name: 'Actions for “gel.png”' }))
  await click(page.getByRole('menuitem', { name: 'Insert into text' }))
  await text.getByRole('img').first().waitFor()
  await expect.poll(async () => (await read(id)).body).toContain('<img')
  expect(cost()).toBe(2)

  // A private entry is shared for reading first; Shift and Enter lets the person write.
  await click(page.getByRole('button', { name: /^Share Private/ }))
  await page.getByRole('combobox', { name: 'Add people, groups or teams' }).and(page.locator(':focus')).waitFor()
  await type('gr')
  await page.getByRole('option', { name: /^Grace Hopper/, selected: true }).waitFor()
  await press('Shift+Enter')
  await expect.poll(async () => JSON.parse((await read(id)).canwrite)).toMatchObject({ users: [person] })
  expect(cost()).toBe(3)
  await page.keyboard.press('Escape')

  await page.evaluate('window.print = () => { window.isPrinted = true }')
  await click(page.getByRole('button', { name: 'More actions' }))
  await click(page.getByRole('menuitem', { name: 'Print or PDF' }))
  await expect.poll(() => page.evaluate('window.isPrinted === true')).toBe(true)
  expect(cost()).toBe(2)
})
