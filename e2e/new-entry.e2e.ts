import { setTimeout } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { lab, type Notebook } from './harness.ts'
import { refuse } from './refuse.ts'

interface Row {
  id: number
  title: string
}

async function experiments(notebook: Notebook, cookie: string): Promise<Row[]> {
  return (await notebook.call<Row[]>(cookie, 'GET', '/experiments?order=id&sort=asc')).data
}

async function stored(notebook: Notebook, cookie: string, id: number) {
  return (await notebook.call<{ title: string; body: string }>(cookie, 'GET', `/experiments/${id}`)).data
}

async function begin(page: Page): Promise<void> {
  await page.keyboard.press('c')
  await page.waitForURL(/\/experiments\/new-\w+$/)
  await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Title')
}

const isCreation = (route: Route) => route.request().method() === 'POST'

test('a blank page leaves nothing behind, and the first change creates the entry', async () => {
  const { page, notebook, cookie } = await lab()
  await page.goto('/experiments')
  await page.getByText('No experiments yet').waitFor()
  await begin(page)
  await page.getByText('Saved as you write').waitFor()
  await page.reload()
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await page.goBack()
  await page.getByText('No experiments yet').waitFor()
  expect(await experiments(notebook, cookie)).toEqual([])

  // A tag, a step or a file is a change like any other.
  await begin(page)
  await page.getByRole('combobox', { name: 'Tags' }).fill('PCR')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/experiments\/\d+$/)
  await page.getByRole('button', { name: 'History' }).waitFor()
  await page.goBack()
  await begin(page)
  await page.setInputFiles('input[type=file]:not([accept])', {
    name: 'yield.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('mg\n4.2\n'),
  })
  await page.waitForURL(/\/experiments\/\d+$/)
  const rows = await experiments(notebook, cookie)
  expect(rows).toHaveLength(2)
  const files = async () => (await notebook.call<unknown[]>(cookie, 'GET', `/experiments/${rows[1]?.id}/uploads`)).data
  await expect.poll(files).toMatchObject([{ real_name: 'yield.csv' }])
})

test('what is typed while the entry is created is there once, and the cursor stays', async () => {
  const { page, notebook, cookie } = await lab({ expected: /Failed to load resource/ })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await begin(page)
  const typed = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/v2/experiments', async (route) => {
    if (!isCreation(route)) return route.continue()
    asked += 1
    await typed.promise
    // The first answer gets lost on its way.
    if (asked > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.keyboard.type('Yield of batch 17\n4.2 mg', { delay: 20 })
  await expect.poll(() => asked).toBe(1)
  await page.keyboard.type(' after the')
  typed.resolve()
  await page.waitForURL(/\/experiments\/\d+$/)
  await page.keyboard.type(' second column')
  const [only, ...others] = await experiments(notebook, cookie)
  expect(others).toEqual([])
  await expect
    .poll(() => stored(notebook, cookie, only?.id ?? 0))
    .toMatchObject({ title: 'Yield of batch 17', body: '<p>4.2 mg after the second column</p>' })
  expect(asked).toBeGreaterThan(1)
})

test('a service that dies while it creates the entry gets it once', async () => {
  const { page, notebook, cookie } = await lab({ isAlone: true, expected: /Failed to load resource/ })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await begin(page)
  await notebook.kill()
  await page.keyboard.type('Begun without a service\nand written on')
  await page.locator('[data-save-state="offline"]').waitFor()
  const temporary = page.url()
  await page.close({ runBeforeUnload: true })
  await notebook.start()
  const again = await page.context().newPage()
  await again.goto('/experiments')
  // Another page of the same person sends it.
  await expect.poll(() => experiments(notebook, cookie)).toMatchObject([{ title: 'Begun without a service' }])
  const [only] = await experiments(notebook, cookie)
  await expect.poll(async () => (await stored(notebook, cookie, only?.id ?? 0)).body).toBe('<p>and written on</p>')
  await again.getByRole('link', { name: 'Begun without a service' }).waitFor()
  await again.goto(temporary)
  await again.waitForURL(/\/experiments\/\d+$/)
})

test('the text of a refused entry stays with its author', async () => {
  const { page, notebook, cookie } = await lab({ expected: /status of 403/ })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.route('**/api/v2/experiments', (route) => (isCreation(route) ? refuse(route, 403) : route.continue()))
  await begin(page)
  await page.keyboard.type('Not for this team')
  await page.locator('[data-save-state="error"]').waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Not for this team')
  await page.goto('/')
  await page.getByRole('link', { name: 'Not for this team' }).waitFor()
  expect(await experiments(notebook, cookie)).toEqual([])
  await page.unroute('**/api/v2/experiments')
  await page.getByRole('link', { name: 'Not for this team' }).click()
  await page.waitForURL(/\/experiments\/\d+$/)
  await expect.poll(() => experiments(notebook, cookie)).toMatchObject([{ title: 'Not for this team' }])
})

test('keys typed before the page of a new entry is there survive a closed tab', async () => {
  const { page, notebook, cookie } = await lab()
  await page.goto('/experiments')
  await page.getByText('No experiments yet').waitFor()
  await page.keyboard.press('c')
  await page.keyboard.type('Early words')
  await page.close({ runBeforeUnload: true })
  const next = await page.context().newPage()
  await next.goto('/experiments')
  await expect.poll(() => experiments(notebook, cookie), { timeout: 15_000 }).toMatchObject([{ title: 'Early words' }])
})

test('a page that is already open sends what was typed for a new entry in a tab that closes', async () => {
  const { page, notebook, cookie } = await lab()
  const other = await page.context().newPage()
  await other.goto('/experiments')
  await other.getByText('No experiments yet').waitFor()
  // The open page has looked for entries of closed pages by then.
  await setTimeout(2_500)
  await page.goto('/experiments')
  await page.getByText('No experiments yet').waitFor()
  await page.keyboard.press('c')
  await page.keyboard.type('Early words')
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => experiments(notebook, cookie)).toMatchObject([{ title: 'Early words' }])
})

test('no letter is lost or runs as a shortcut while page, tour, editor, entry and address arrive late', async () => {
  const { page, notebook, cookie } = await lab()
  await notebook.call(cookie, 'PATCH', '/users/me', { has_seen_tour: 0 })
  const late = async (route: Route) => {
    await setTimeout(400)
    await route.continue()
  }
  for (const part of ['**/EntryPage*.js', '**/RichEditor*.js', '**/Tour*.js', '**/api/v2/experiments**'])
    await page.route(part, late)
  // The page is busy when the address of the created entry follows.
  await page.addInitScript(`
    const replace = history.replaceState
    history.replaceState = function (state, title, url) {
      replace.call(this, state, title, url)
      const end = performance.now() + 400
      while (/experiments\\/\\d+/.test(String(url)) && performance.now() < end);
    }
  `)
  await page.goto('/')
  await page.getByText('Your notebook is ready').waitFor()
  await page.keyboard.press('c')
  const title = 'Small molecules, slowly moved along the column, hot and cold in turns'
  const text = 'Some more lines: half of the sample melted, the last half did so much later in the machine'
  await page.keyboard.type(`${title}\n${text}`, { delay: 25 })
  await page.waitForURL(/\/experiments\/\d+$/)
  await page.keyboard.type(', still later', { delay: 25 })
  await expect.poll(() => experiments(notebook, cookie)).toMatchObject([{ title }])
  const [only] = await experiments(notebook, cookie)
  await expect
    .poll(() => stored(notebook, cookie, only?.id ?? 0))
    .toMatchObject({ title, body: `<p>${text}, still later</p>` })
})
