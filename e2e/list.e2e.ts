import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab, slowDown, type VisitOptions } from './harness.ts'
import { findLayoutFaults } from './list-layout.ts'
import { chooseFilter, titlesIn } from './list-rows.ts'
import { untilQuiet } from './quiet.ts'
import { refuse } from './refuse.ts'

async function filledLab(options?: VisitOptions) {
  const one = await lab(options)
  const { notebook, cookie } = one
  const ids: number[] = []
  for (const [title, tags, rating] of [
    ['Alpha synthesis', ['gfp'], 5],
    ['Beta buffer', ['buffer'], 2],
    ['Gamma gel', ['gfp', 'gel'], 0],
  ] as const) {
    ids.push(await notebook.experiment(cookie, { title, tags, rating, body: `<p>${title} in detail</p>` }))
  }
  await one.page.goto('/experiments')
  await expect.poll(() => titlesIn(one.page)).toHaveLength(3)
  return { ...one, ids }
}

/** The bytes of JavaScript that the page has loaded, in gzip. Most browsers use Brotli, which is smaller. */
async function gzippedScripts(page: Page): Promise<number> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const scripts = urls.filter((url) => new URL(url).pathname.endsWith('.js'))
  const answers = await Promise.all(scripts.map((url) => fetch(url, { headers: { 'accept-encoding': 'gzip' } })))
  return answers.reduce((sum, { headers }) => sum + Number(headers.get('content-length')), 0)
}

test('search answers while typing, and lives in the address', async () => {
  const { page } = await filledLab()
  await untilQuiet(page)
  expect(await gzippedScripts(page)).toBeLessThanOrEqual(200_000)
  await page.keyboard.press('/')
  await page.keyboard.type('gam')
  await expect.poll(() => titlesIn(page)).toEqual([expect.stringContaining('Gamma gel')])
  expect(new URL(page.url()).search).toContain('gam')
  const placeOf = async (part: Locator) => (await part.boundingBox())?.x
  const row = page.getByRole('row', { name: /Gamma gel/ })
  expect(await placeOf(row.getByRole('link'))).toBeLessThan(Number(await placeOf(row.getByText('Ada Moreau'))))
  await page.reload()
  await expect.poll(() => titlesIn(page)).toEqual([expect.stringContaining('Gamma gel')])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => titlesIn(page)).toHaveLength(3)
})

test('filters narrow the list down, and go away one by one', async () => {
  const { page } = await filledLab()
  await chooseFilter(page, 'Rating', '★ 5')
  await expect.poll(() => titlesIn(page)).toEqual([expect.stringContaining('Alpha')])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => titlesIn(page)).toHaveLength(3)

  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Tag', exact: true }).click()
  await page.keyboard.type('gfp')
  await page.keyboard.press('Enter')
  await expect.poll(() => titlesIn(page)).toHaveLength(2)
  expect(new URL(page.url()).search).toContain('gfp')
  await page.getByRole('button', { name: 'Remove filter gfp' }).click()
  await expect.poll(() => titlesIn(page)).toHaveLength(3)
})

test('a tag typed before its field is there counts, and so does the Enter after it', async () => {
  const { page } = await filledLab()
  await page.route('**/TagPopover*.js', async (route) => {
    await page.waitForTimeout(1_500)
    await route.continue()
  })
  await slowDown(page, 6)
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Tag', exact: true }).click()
  await page.keyboard.type('gelx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect.poll(() => titlesIn(page)).toEqual([expect.stringContaining('Gamma')])
})

test('several are deleted and brought back in one go', async () => {
  const { notebook, cookie, page } = await filledLab()
  const active = async () => (await notebook.call<unknown[]>(cookie, 'GET', '/experiments')).data.length
  await page.getByLabel('Select Alpha synthesis').check()
  await page.getByLabel('Select Beta buffer').check()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => titlesIn(page)).toEqual([expect.stringContaining('Gamma')])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titlesIn(page)).toHaveLength(3)

  // Rows move when everything is done; a click in between would hit another one.
  await expect.poll(active).toBe(3)
  await page.reload()
  await expect.poll(() => titlesIn(page)).toHaveLength(3)
  await page.getByLabel('Select Alpha synthesis').check()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => titlesIn(page)).toHaveLength(2)
  await chooseFilter(page, 'State', 'Trash')
  await expect.poll(() => titlesIn(page)).toEqual([expect.stringContaining('Alpha')])
  await page.getByLabel('Select Alpha synthesis').check()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => titlesIn(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove filter Trash' }).click()
  await expect.poll(() => titlesIn(page)).toHaveLength(3)
})

test('what is refused is explained in the language of the page', async () => {
  const { page } = await filledLab({ locale: 'fr-FR', expected: /status of 403/ })
  await page.route(/\/api\/v2\/experiments(\/\d+)?$/, (route) =>
    route.request().method() === 'GET' ? route.continue() : refuse(route, 403),
  )
  const problem = page.getByRole('alert').filter({ hasText: 'Vous n’avez pas le droit de faire cela.' })
  await page.keyboard.press('j')
  await page.keyboard.press('#')
  await problem.filter({ hasText: 'supprimées' }).waitFor()
  await page.keyboard.press('c')
  await page.keyboard.type('Run 2')
  const refused = page.locator('[data-save-state="error"]')
  await refused.filter({ hasText: 'Vous n’avez pas le droit de faire cela.' }).waitFor()
})

test('a list that cannot be read says why in the language of the page', async () => {
  const { page } = await lab({ locale: 'fr-FR', expected: /status of 403/ })
  await page.route(/\/api\/v2\/experiments\?/, (route) => refuse(route, 403))
  await page.goto('/experiments')
  await page.getByRole('alert').filter({ hasText: 'Vous n’avez pas le droit de faire cela.' }).waitFor()
})

test('several are tagged in one go', async () => {
  const { notebook, cookie, page, ids } = await filledLab()
  await page.getByLabel('Select Alpha synthesis').check()
  await page.getByLabel('Select Gamma gel').check()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Tag' }).click()
  await notebook.call(cookie, 'POST', `/experiments/${ids[0]}/tags`, { tag: 'finished' })
  await page.keyboard.type('finished')
  await page.keyboard.press('Enter')
  const tagsOf = async (id: number | undefined) =>
    (await notebook.call<{ tags: string | null }>(cookie, 'GET', `/experiments/${id}`)).data.tags ?? ''
  await expect.poll(() => tagsOf(ids[0])).toContain('finished')
  await expect.poll(() => tagsOf(ids[2])).toContain('finished')
  expect(await tagsOf(ids[1])).not.toContain('finished')
  // Undo keeps the tag that somebody else had added meanwhile.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => tagsOf(ids[2])).not.toContain('finished')
  expect(await tagsOf(ids[0])).toContain('finished')
})

test('the status of all is set in four interactions, and taken back in one', async () => {
  const { notebook, cookie, page, ids } = await filledLab()
  const { data: labels } = await notebook.call<{ id: number; title: string }[]>(
    cookie,
    'GET',
    '/teams/1/experiments_status',
  )
  const [running, success] = labels
  await notebook.call(cookie, 'PATCH', `/experiments/${ids[0]}`, { status: running?.id })
  const statuses = () =>
    Promise.all(
      ids.map(
        async (id) => (await notebook.call<{ status: number | null }>(cookie, 'GET', `/experiments/${id}`)).data.status,
      ),
    )
  await page.getByLabel('Select all').check()
  const bar = page.getByRole('region', { name: '3 selected' })
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('button', { name: success?.title, exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: success?.title, exact: true }).click()
  await expect.poll(statuses).toEqual([success?.id, success?.id, success?.id])
  await expect.poll(() => page.getByRole('gridcell', { name: success?.title }).count()).toBe(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(statuses).toEqual([running?.id, null, null])

  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await expect.poll(() => page.getByRole('img', { name: 'Locked' }).count()).toBe(3)
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+a')
  await bar.waitFor()
})

test('an unfinished search keeps the last results, and says below what is missing', async () => {
  const { page } = await filledLab({ expected: /status of 400/ })
  await page.getByRole('searchbox').fill('title:"gamma')
  await page.getByText('Add the closing quote to search.').waitFor()
  expect(await titlesIn(page)).toHaveLength(3)
  await page.getByText('3 experiments', { exact: true }).waitFor()
  await page.getByRole('searchbox').fill('title:"gamma"')
  await expect.poll(() => titlesIn(page)).toEqual([expect.stringContaining('Gamma gel')])
})

test('the list is walked with the keyboard', async () => {
  const { page } = await filledLab()
  const [, second] = await titlesIn(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('region', { name: '1 selected' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/experiments\/\d+/)
  await expect.poll(() => page.title()).toContain(second?.split('\n')[0])
})

test('a list that is too long to show is scrolled to its end', async () => {
  const { notebook, cookie, page } = await lab()
  for (let number = 1; number <= 150; number += 10) {
    const some = Array.from({ length: 10 }, (_, offset) => `Entry ${String(number + offset).padStart(3, '0')}`)
    await Promise.all(some.map((title) => notebook.call(cookie, 'POST', '/experiments', { title })))
  }
  await page.goto('/experiments?order=title&sort=asc')
  await page.getByRole('link', { name: 'Entry 001' }).waitFor()
  expect((await titlesIn(page)).length).toBeLessThan(100)
  await page.getByRole('link', { name: 'Entry 001' }).focus()
  await page.keyboard.press('End')
  await page.mouse.move(600, 500)
  for (let turn = 0; turn < 40 && !(await page.getByRole('link', { name: 'Entry 150' }).isVisible()); turn++) {
    await page.mouse.wheel(0, 2000)
    await page.waitForTimeout(50)
  }
  await page.getByRole('link', { name: 'Entry 150' }).waitFor()
  // The column names stay below the toolbar, where they can be read and pressed.
  await page.getByRole('columnheader', { name: 'Title' }).click({ trial: true, position: { x: 20, y: 4 } })
})

test('the list has its place for everything, from a phone to a wall', async () => {
  const { notebook, cookie, page } = await lab()
  const labels = async (kind: string) => {
    const path = `/teams/1/experiments_${kind}`
    return (await notebook.call<{ id: number; title: string }[]>(cookie, 'GET', path)).data
  }
  await notebook.call(cookie, 'POST', '/teams/1/experiments_categories', { name: 'Flow cytometry and sorting' })
  const [status] = await labels('status')
  const [category] = await labels('categories')
  for (const [title, tags] of [
    ['Buffer A', []],
    ['Heat-shock response of E. coli K-12, replicate 3', ['heat', 'K-12']],
    ['Flow cytometry of MYC knock-down in HEK293T cells after 48 h, run 599', ['flow', 'MYC', 'knock-down']],
    ['Purification of His-tagged GFP on Ni-NTA, '.repeat(5), ['his-tag', 'ni-nta', 'gfp', 'a tag of many words']],
  ] as const) {
    const id = await notebook.experiment(cookie, { title, tags, rating: title.length % 2 ? 4 : 0 })
    await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { status: status?.id, category: category?.id })
  }
  await page.goto('/experiments')
  await expect.poll(() => titlesIn(page)).toHaveLength(4)
  const faults: string[] = []
  const more: string[] = []
  for (const [theme, widths] of [
    ['light', [320, 390, 768, 820, 1024, 1280, 1440, 1920, 2560]],
    ['dark', [390, 820, 1280]],
  ] as const) {
    await setTheme(page, theme)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 })
      // The list follows in the next frames.
      await expect.poll(() => page.getByRole('navigation').filter({ visible: true }).count()).toBe(1)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      const isFolded = await page.getByRole('button', { name: 'Expand sidebar' }).isVisible()
      expect(isFolded, `sidebar at ${width}`).toBe(width >= 768 && width < 1024)
      // On a phone, title, search and filters leave the screen to the rows.
      const { y = 0 } = (await page.locator('[role="row"]:has(a)').first().boundingBox()) ?? {}
      if (width < 768) expect(y, `first row at ${width}`).toBeLessThan(200)
      for (const fault of await findLayoutFaults(page, status?.title ?? '')) faults.push(`${theme} ${width}: ${fault}`)
      more.push(...(await page.getByText(/^\+\d+$/).allTextContents()))
    }
  }
  expect(faults).toEqual([])
  expect(more).toContain('+4')
})

/** Drags with the mouse from the middle of one element to the middle of another. */
async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Both must be on the screen')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 })
  await page.mouse.up()
}

test('a card is dragged to another column and an entry to another day, and the list opens in its last look', async () => {
  const { page, ids, cookie, notebook } = await filledLab()
  await notebook.call(cookie, 'PATCH', `/experiments/${ids[0]}`, { date: '2026-03-10' })
  await page.getByRole('radio', { name: 'Board' }).check()
  const running = page.getByRole('region', { name: 'Running', exact: true })
  const card = page.getByRole('listitem').filter({ hasText: 'Beta buffer' })
  await card.waitFor()
  await dragTo(page, card, running)
  await running.getByRole('link', { name: 'Beta buffer' }).waitFor()
  await page.getByText('Running: “Beta buffer”').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.goto('/experiments')
  await running.getByRole('link', { name: 'Beta buffer' }).waitFor()

  await page.goto('/experiments?view=calendar&day=2026-03-01')
  const day = (number: string) => page.locator(`#day-2026-03-${number}`)
  await dragTo(page, day('10').getByRole('link', { name: 'Alpha synthesis' }), day('19'))
  await day('19').getByRole('link', { name: 'Alpha synthesis' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('z')
  await day('10').getByRole('link', { name: 'Alpha synthesis' }).waitFor()
})

test('on a small phone, cards of the gallery, lines of the dashboard and the bottom bar keep their words inside', async () => {
  const { page, notebook, cookie } = await lab({ size: { width: 320, height: 700 } })
  const { id: status } = await notebook.call(cookie, 'POST', '/teams/current/items_status', {
    name: 'Need to be redone',
    color: 'bdbdbd',
  })
  const { id: category } = await notebook.call(cookie, 'POST', '/teams/current/resources_categories', {
    name: 'Protein purification',
    color: '0f766e',
  })
  const title = 'qPCR of housekeeping genes, plate 38'
  await notebook.experiment(cookie, { title })
  const { id } = await notebook.call(cookie, 'POST', '/items', {})
  await notebook.call(cookie, 'PATCH', `/items/${id}`, { title, status, category })
  await page.goto('/resources?view=gallery')
  const card = page.getByRole('list', { name: 'Resources' }).getByRole('listitem').first()
  await card.getByText('Protein purification').waitFor()
  const edge = async (place: Locator) => {
    const box = await place.boundingBox()
    return box ? box.x + box.width : Number.NaN
  }
  for (const words of ['Need to be redone', 'Protein purification', 'qPCR of'])
    expect(await edge(card.getByText(words)), words).toBeLessThanOrEqual(await edge(card))
  for (const place of await page
    .getByRole('navigation', { name: 'Main' })
    .filter({ visible: true })
    .getByRole('link')
    .all()) {
    const spare = await place.evaluate(({ clientWidth, scrollWidth }) => clientWidth - scrollWidth)
    expect(spare, (await place.textContent()) ?? '').toBeGreaterThanOrEqual(0)
  }
  await page.goto('/')
  const line = page.getByRole('link', { name: title }).first().getByText(title)
  expect((await line.boundingBox())?.width).toBeGreaterThan(200)
})
