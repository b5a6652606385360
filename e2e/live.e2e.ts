import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lab } from './harness.ts'
import { titlesIn } from './list-rows.ts'
import { untilQuiet } from './quiet.ts'
import { mainText, tell } from './typing-robot.ts'

const GRACE = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }
const EVERYBODY = JSON.stringify({ base: 30, teams: [], teamgroups: [], users: [] })
const OF_TEAM = { canread: EVERYBODY, canwrite: EVERYBODY }
const OFFLINE = /net::ERR_|Failed to fetch|The service cannot be reached|an unknown error occurred/

/** Ada's browser, and the session of Grace, who works in the same team elsewhere. */
async function two(expected?: RegExp) {
  const one = await lab(expected ? { expected } : {})
  return { ...one, grace: await one.notebook.join(one.cookie, GRACE) }
}

/** Until the page shows what somebody did, in ms. */
async function timed(work: () => Promise<unknown>, seen: () => Promise<unknown>): Promise<number> {
  await work()
  const start = performance.now()
  await seen()
  return Math.round(performance.now() - start)
}

/** What has the focus, with the selection in it, and how far the page is scrolled. */
const placeOf = (page: Page) =>
  page.evaluate(`({
    focus: document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id,
    words: document.activeElement?.value,
    selection: [document.activeElement?.selectionStart, document.activeElement?.selectionEnd],
    scroll: Math.round(scrollY),
  })`)

test('what others do to an entry shows while one writes in it, and moves nothing', async () => {
  const { page, notebook, cookie, grace } = await two()
  const body = '<p>Weigh.</p>'.repeat(30)
  const id = await notebook.experiment(cookie, { title: 'Gel', body, ...OF_TEAM })
  const path = `/experiments/${id}`
  await page.goto(path)
  await page.getByText('Weigh.').first().waitFor()
  const comment = page.getByRole('region', { name: 'Comments' }).getByLabel('Write a comment')
  await comment.fill('Half a sentence')
  await page.evaluate('document.activeElement.setSelectionRange(2, 6)')
  await untilQuiet(page)
  const before = await placeOf(page)
  const call = (method: string, below: string, sent: unknown) => notebook.call(grace, method, path + below, sent)
  const waits = {
    comment: await timed(
      () => call('POST', '/comments', { comment: 'Twice' }),
      () => page.getByText('Twice', { exact: true }).waitFor(),
    ),
    title: await timed(
      () => call('PATCH', '', { title: 'Gel of Monday' }),
      () => expect.poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toMatch('Monday'),
    ),
    text: await timed(
      () => call('PATCH', '', { body: `${body}<p>Cool.</p>` }),
      () => mainText(page).getByText('Cool.').waitFor(),
    ),
    step: await timed(
      () => call('POST', '/steps', { body: 'Stain' }),
      () => page.getByRole('region', { name: 'Steps' }).getByText('Stain').waitFor(),
    ),
    file: await timed(
      () => notebook.upload(grace, id, 'lanes.csv', 'a,b'),
      () => page.getByRole('link', { name: 'lanes.csv', exact: true }).waitFor(),
    ),
  }
  tell('Seen in another browser after', waits)
  const after = (await placeOf(page)) as { scroll: number }
  expect({ ...after, scroll: 0 }).toEqual({ ...(before as object), scroll: 0 })
})

test('new entries of others appear in the list, and what one reads stays where it is', async () => {
  const { page, notebook, cookie, grace } = await two()
  for (let number = 1; number <= 120; number++) await notebook.experiment(cookie, { title: `Old ${number}` })
  await page.goto('/experiments')
  await page.getByRole('link', { name: 'Old 120' }).waitFor()
  await notebook.experiment(grace, { title: 'Seen at the top' })
  await page.getByRole('link', { name: 'Seen at the top' }).waitFor()
  expect((await titlesIn(page))[0]).toContain('Seen at the top')

  await page.evaluate('scrollTo(0, 1500)')
  const row = page.getByRole('row', { name: 'Old 85' })
  await row.waitFor()
  await row.getByRole('link').first().focus()
  const top = async () => Math.round((await row.boundingBox())?.y ?? 0)
  const before = await top()
  await notebook.experiment(grace, { title: 'Above what one reads' })
  await page.getByText('122 experiments').waitFor()
  await expect.poll(top).toBe(before)
  await row.getByRole('link').first().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Home')
  await page.getByRole('link', { name: 'Above what one reads' }).waitFor()
})

test('two pages of one browser share a stream, and after a lost network both catch up', async () => {
  const { page, notebook, cookie, grace } = await two(OFFLINE)
  const id = await notebook.experiment(cookie, { title: 'Gel', ...OF_TEAM })
  const other = await page.context().newPage()
  const streams: string[] = []
  for (const one of [page, other]) {
    one.on('request', (request) => request.url().includes('/changes/stream') && streams.push(request.url()))
    await one.goto(`/experiments/${id}`)
    await untilQuiet(one)
  }
  const titles = () =>
    Promise.all([page, other].map((one) => one.getByRole('textbox', { name: 'Title', exact: true }).inputValue()))
  await notebook.call(grace, 'PATCH', `/experiments/${id}`, { title: 'Renamed' })
  await expect.poll(titles).toEqual(['Renamed', 'Renamed'])
  expect(streams).toHaveLength(1)
  await page.context().setOffline(true)
  await notebook.call(grace, 'PATCH', `/experiments/${id}`, { title: 'Renamed meanwhile' })
  await page.waitForTimeout(500)
  await page.context().setOffline(false)
  await expect.poll(titles, { timeout: 15_000 }).toEqual(['Renamed meanwhile', 'Renamed meanwhile'])
})

test('a page without https, which has no locks, follows too', async () => {
  const { page, notebook, cookie, grace } = await two()
  const id = await notebook.experiment(cookie, { title: 'Gel', ...OF_TEAM })
  await page.addInitScript("Object.defineProperty(navigator, 'locks', { value: undefined })")
  await page.goto(`/experiments/${id}`)
  await untilQuiet(page)
  await notebook.call(grace, 'PATCH', `/experiments/${id}`, { title: 'Renamed' })
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue(), { timeout: 15_000 })
    .toBe('Renamed')
})

/** The service sends its signs of life in real time, and minutes of the page pass between two of them. */
const SIGNS_IN_PAGE_TIME = `{
  const fetched = fetch
  window.fetch = async (...asked) => {
    const response = await fetched(...asked)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    let timer
    const signs = new TransformStream({
      start: (out) => (timer = setInterval(() => out.enqueue(new TextEncoder().encode(':\\n\\n')), 10_000)),
      flush: () => clearInterval(timer),
    })
    return new Response(response.body.pipeThrough(signs), response)
  }
}`

test.each(['/', '/experiments', '/experiments/1', '/admin/health'])(
  'nobody asks for anything while %s rests for five minutes',
  async (path) => {
    const { page, notebook, cookie } = await lab()
    await notebook.experiment(cookie, { title: 'Gel', body: '<p>Weigh.</p>' })
    await page.clock.install()
    await page.addInitScript(SIGNS_IN_PAGE_TIME)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // Time only passes when it is told to.
    for (let second = 0; second < 5; second++) {
      await page.clock.runFor(1_000)
      await page.waitForTimeout(100)
    }
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname !== '/api/v2/changes/stream') asked.push(pathname)
    })
    for (let second = 0; second < 5 * 60; second += 10) {
      await page.clock.runFor(10_000)
      await page.waitForTimeout(20)
    }
    expect(asked).toEqual([])
  },
)
