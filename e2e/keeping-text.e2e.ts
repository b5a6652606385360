import { expect, test } from 'vitest'
import { ADA, IS_THOROUGH, type Lab, type LabOptions, lab, PASSWORD, visit } from './harness.ts'
import {
  countLost,
  type Kind,
  mainText,
  storedText,
  tell,
  typeLikeARobot,
  typeWordsWhile,
  Writing,
  words,
} from './typing-robot.ts'

/** Browser messages about an unreachable service. */
const AWAY = /net::ERR_|status of (401|412|503)/
const KINDS: Kind[] = ['HTML', 'Markdown']

/** One entry of each kind, each open in its own browser. */
async function openBoth(options: LabOptions = {}): Promise<Lab & { writings: Writing[] }> {
  const one = await lab({ expected: AWAY, ...options })
  const pages = [one.page, await visit(one.notebook, { as: ADA, expected: AWAY })]
  const writings = await Promise.all(
    KINDS.map(async (kind, index) => {
      const page = pages[index]
      if (!page) throw new Error(`No page for ${kind}`)
      return Writing.begin(one.notebook, one.cookie, page, kind)
    }),
  )
  return { ...one, writings }
}

/** Waits until the service has everything, then prints the counts. */
async function requireKept(one: Lab, writing: Writing, typed: string, what: string, counts: Record<string, number>) {
  const stored = () => storedText(one.notebook, one.cookie, writing)
  await expect
    .poll(stored, { timeout: 40_000 })
    .toBe(typed)
    .catch(() => {})
  const kept = await stored()
  const { saves, conflicts, reloads } = writing
  const lost = countLost(typed, kept)
  tell(`${what}, ${writing.kind}`, { 'keys typed': typed.length, ...counts, saves, conflicts, lost, reloads })
  expect(kept).toBe(typed)
  expect((await writing.shownText()).trim()).toBe(typed)
  expect(reloads).toBe(0)
}

test('the service is killed ten times under people who type: nothing is lost', async () => {
  const one = await openBoth({ isAlone: true })
  const { notebook, writings } = one
  let kills = 0
  const typing = Promise.all(writings.map(({ page }) => typeWordsWhile(page, () => kills < 10)))
  while (kills < 10) {
    // Something is saved between two crashes, so that each comes in the middle of the work.
    const before = writings.map(({ saves }) => saves)
    await expect.poll(() => writings.some(({ saves }, index) => saves > (before[index] ?? 0))).toBe(true)
    await notebook.kill()
    kills += 1
    await notebook.start()
  }
  const typed = await typing
  for (const [index, writing] of writings.entries()) {
    await requireKept(one, writing, typed[index] ?? '', 'Killed and restarted', { kills })
  }
}, 600_000)

test('without a network, what is typed is kept, shown as such, and sent when it is back', async () => {
  const one = await openBoth()
  const { notebook, cookie, writings } = one
  const seconds = IS_THOROUGH ? 60 : 8
  const typed = words(seconds * 4)
  for (const { page } of writings) await page.context().setOffline(true)
  const start = performance.now()
  await Promise.all(writings.map((writing) => typeLikeARobot(writing.page, typed)))
  await one.page.waitForTimeout(Math.max(0, start + seconds * 1000 - performance.now()))
  for (const writing of writings) {
    await writing.page.getByText('Offline, kept on this device').waitFor()
    expect(await storedText(notebook, cookie, writing)).toBe('')
    expect(writing.saves).toBe(0)
  }
  for (const { page } of writings) await page.context().setOffline(false)
  for (const writing of writings) {
    await requireKept(one, writing, typed, 'Without a network', { seconds })
    await writing.page.getByText(/^Saved/).waitFor()
  }
})

test('a session that ends while somebody types is renewed over the page, and no character is lost', async () => {
  const one = await openBoth()
  const { notebook, writings } = one
  const typed = words(40)
  const typing = Promise.all(writings.map((writing) => typeLikeARobot(writing.page, typed)))
  const cookie = await notebook.signIn()
  const { data: sessions } = await notebook.call<{ id: number; is_current: number }[]>(cookie, 'GET', '/sessions')
  await notebook.call(cookie, 'DELETE', '/sessions')
  await typing
  for (const { page } of writings) {
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  const ended = sessions.length - 1
  for (const writing of writings) {
    await requireKept({ ...one, cookie }, writing, typed, 'Session ended', { 'sessions ended': ended })
  }
})

test('what was typed without a network comes back after the page was closed', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id } = await Writing.begin(notebook, cookie, page, 'HTML')
  await page.context().setOffline(true)
  await page.keyboard.type('typed in the cold room')
  await page.getByText('Offline, kept on this device').waitFor()
  await page.close()
  await page.context().setOffline(false)
  const again = await page.context().newPage()
  await again.goto('/')
  await again.getByText('Not saved yet').waitFor()
  await again.goto(`/experiments/${id}`)
  await expect.poll(() => mainText(again).innerText()).toContain('typed in the cold room')
  await expect.poll(() => storedText(notebook, cookie, { id })).toBe('typed in the cold room')
})

test('a device that cannot keep the text says so, and the page asks before it is left', async () => {
  const { notebook, cookie, page } = await lab({ expected: /net::ERR_|^dialog: $/ })
  await page.addInitScript(`IDBObjectStore.prototype.put = () => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  }`)
  const { id } = await Writing.begin(notebook, cookie, page, 'HTML')
  await page.context().setOffline(true)
  await page.keyboard.type('only on this page')
  await page.getByText('Offline and not stored on this device').waitFor()
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await question).type()).toBe('beforeunload')
  await page.context().setOffline(false)
  await expect.poll(() => storedText(notebook, cookie, { id })).toBe('only on this page')
})

test('a reload right after typing loses nothing', async () => {
  const { notebook, cookie, page } = await lab({ expected: AWAY })
  const { id } = await Writing.begin(notebook, cookie, page, 'HTML')
  await page.keyboard.type('the last words')
  await page.reload()
  await expect.poll(() => mainText(page).innerText()).toBe('the last words')
  await expect.poll(() => storedText(notebook, cookie, { id })).toBe('the last words')
})
