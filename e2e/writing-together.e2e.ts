import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ADA, IS_THOROUGH, type Lab, lab, visit } from './harness.ts'
import { countLost, type Kind, mainText, storedText, tell, typeLikeARobot, Writing, words } from './typing-robot.ts'

/** An outdated version is refused; merging is the page's work. */
const STALE = /status of 412/
const KINDS: Kind[] = IS_THOROUGH ? ['HTML', 'Markdown'] : ['HTML']

interface Pair extends Lab {
  writings: [Writing, Writing]
}

/** One entry, open in two browsers, or in two tabs of one. */
async function openTwice(kind: Kind, paragraphs: string[], where: 'browsers' | 'tabs' = 'browsers'): Promise<Pair> {
  const one = await lab({ expected: STALE })
  const body = kind === 'HTML' ? paragraphs.map((text) => `<p>${text}</p>`).join('') : paragraphs.join('\n\n')
  const first = await Writing.begin(one.notebook, one.cookie, one.page, kind, body)
  const isTab = where === 'tabs'
  const other = isTab ? await one.page.context().newPage() : await visit(one.notebook, { as: ADA, expected: STALE })
  return { ...one, writings: [first, await Writing.join(other, kind, first.id)] }
}

/** The cursor at one end of the text. */
async function goTo(page: Page, end: 'Home' | 'End'): Promise<void> {
  await mainText(page).click()
  await page.keyboard.press(`Control+${end}`)
}

/** Both type; the service must have all of it then, and each page all that was typed in it. */
async function typeBoth({ notebook, cookie, writings }: Pair, texts: [string, string], what: string): Promise<string> {
  await Promise.all(writings.map((writing, index) => typeLikeARobot(writing.page, texts[index] ?? '')))
  const stored = () => storedText(notebook, cookie, writings[0])
  const typed = texts.join('')
  const lostNow = async () => countLost(typed, await stored())
  await expect
    .poll(lostNow, { timeout: 30_000 })
    .toBe(0)
    .catch(() => {})
  tell(`${what}, ${writings[0].kind}`, {
    'keys typed': typed.length,
    saves: writings[0].saves + writings[1].saves,
    'conflicts merged': writings[0].conflicts + writings[1].conflicts,
    lost: await lostNow(),
    reloads: writings[0].reloads + writings[1].reloads,
  })
  expect(await lostNow()).toBe(0)
  for (const [index, writing] of writings.entries()) {
    expect(countLost(texts[index] ?? '', await writing.shownText())).toBe(0)
    expect(writing.reloads).toBe(0)
  }
  return stored()
}

test.each(KINDS)('two browsers write in two paragraphs of one entry: both texts are kept (%s)', async (kind) => {
  const pair = await openTwice(kind, ['first:', 'second:'])
  const [one, other] = pair.writings
  await goTo(one.page, 'Home')
  await one.page.keyboard.press('End')
  await goTo(other.page, 'End')
  const texts: [string, string] = [words(30, 'a'), words(30, 'b')]
  const kept = await typeBoth(pair, texts, 'Two browsers, two paragraphs')
  expect(kept.split(/\n+/)).toEqual([`first:${texts[0]}`, `second:${texts[1]}`])
})

test.each(KINDS)('two browsers write at both ends of one paragraph: both texts are kept (%s)', async (kind) => {
  const pair = await openTwice(kind, ['between'])
  const [one, other] = pair.writings
  await goTo(one.page, 'Home')
  await goTo(other.page, 'End')
  const texts: [string, string] = [`${words(30, 'a')} `, ` ${words(30, 'b')}`]
  const kept = await typeBoth(pair, texts, 'Two browsers, one paragraph')
  expect(kept).toBe(`${texts[0]}between${texts[1]}`)
})

test.each(KINDS)('two browsers write at the same place: no character of either is lost (%s)', async (kind) => {
  const pair = await openTwice(kind, ['notes:'])
  for (const { page } of pair.writings) await goTo(page, 'End')
  // No letter is in both texts: of two additions that are the same, a single space, say, one is kept.
  const spelt = words(30, 'b')
    .replaceAll(' ', '-')
    .replaceAll(/\d/g, (digit) => 'cdefghijkl'.charAt(Number(digit)))
  await typeBoth(pair, [words(30, 'a'), spelt], 'Two browsers, one place')
})

test('two tabs of one person write in one entry: both texts are kept', async () => {
  const pair = await openTwice('HTML', ['first:', 'second:'], 'tabs')
  const [one, other] = pair.writings
  await goTo(one.page, 'Home')
  await one.page.keyboard.press('End')
  await goTo(other.page, 'End')
  const texts: [string, string] = [words(30, 'a'), words(30, 'b')]
  const kept = await typeBoth(pair, texts, 'Two tabs, two paragraphs')
  expect(kept.split(/\n+/)).toEqual([`first:${texts[0]}`, `second:${texts[1]}`])
})

test.each<Kind>(['Markdown', 'HTML'])('a merge waits until an input method is done (A10, %s)', async (kind) => {
  const one = await lab({ expected: STALE })
  const { notebook, cookie, page } = one
  const isHtml = kind === 'HTML'
  const bodyOf = (first: string, last: string) => (isHtml ? `<p>${first}</p><p>${last}</p>` : `${first}\n\n${last}`)
  const { id } = await Writing.begin(notebook, cookie, page, kind, bodyOf('first', 'start'))
  await goTo(page, 'End')
  const input = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose('に')
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { body: bodyOf('first, by a program', 'start') })
  await compose('にほん')
  // Long enough for the page to save, be refused and read what is there.
  await page.waitForTimeout(3000)
  await compose('日本語')
  await input.send('Input.insertText', { text: '日本語' })
  await page.keyboard.type(' ok')
  const wanted = bodyOf('first, by a program', 'start日本語 ok')
  const stored = async () => (await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)).data.body
  await expect.poll(stored, { timeout: 30_000 }).toBe(wanted)
})

/** The answers of other threads wait in a list of the page until they are let through. */
const HOLD_ANSWERS = `
  const held = (window.heldAnswers = [])
  const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage')
  Object.defineProperty(Worker.prototype, 'onmessage', {
    set(handler) {
      set.call(this, (event) => (window.isOpen ? handler(event) : held.push(() => handler(event))))
    },
  })
  window.letThrough = () => {
    window.isOpen = true
    for (const answer of held) answer()
  }
`

test('a long text is merged in a thread of its own, and what is typed meanwhile stays', async () => {
  const { notebook, cookie, page } = await lab({ expected: STALE })
  await page.addInitScript(HOLD_ANSWERS)
  // Without the stream, which would tell of the other text before there is anything to merge.
  await page.route('**/changes/stream*', () => {})
  const paragraphs = Array.from({ length: 60 }, (_, n) => `<p>${n}: ${words(100, 'p')}</p>`).join('')
  const { id } = await Writing.begin(notebook, cookie, page, 'HTML', paragraphs)
  await goTo(page, 'End')
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { body: paragraphs.replace('30:', '30, by a program:') })
  await page.keyboard.type(' before')
  await expect.poll(() => page.evaluate('heldAnswers.length'), { timeout: 30_000 }).toBe(1)
  expect(page.workers()).toHaveLength(1)
  const typed = words(20, 'm')
  await page.keyboard.type(` ${typed}`)
  expect(await mainText(page).innerText()).not.toContain('by a program')
  await page.evaluate('letThrough()')
  const wanted = `${paragraphs.replace('30:', '30, by a program:').slice(0, -'</p>'.length)} before ${typed}</p>`
  const stored = async () => (await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)).data.body
  await expect.poll(stored, { timeout: 30_000 }).toBe(wanted)
  expect(await mainText(page).innerText()).toContain('by a program')
})
