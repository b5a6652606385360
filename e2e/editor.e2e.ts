import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { IS_THOROUGH, type Lab, lab, type VisitOptions } from './harness.ts'
import { untilQuiet } from './quiet.ts'

const MARKDOWN = 2

const mainText = (page: Page) => page.getByRole('textbox', { name: 'Main text' })
const card = (page: Page) => page.getByRole('group', { name: 'Entry preview' })

async function openText(body: string, options: VisitOptions & { fields?: Record<string, unknown> } = {}) {
  const one = await lab(options)
  const id = await one.notebook.experiment(one.cookie, { title: 'Kinetics', body, ...options.fields })
  await showEntry(one, id)
  const stored = async () => {
    const { data } = await one.notebook.call<{ body: string }>(one.cookie, 'GET', `/experiments/${id}`)
    return data.body
  }
  return { ...one, id, stored }
}

async function showEntry({ page }: Pick<Lab, 'page'>, id: number): Promise<void> {
  await page.goto(`/experiments/${id}`)
  await mainText(page).waitFor()
}

/** The URLs of all requests of the page. */
function requestsOf(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  return addresses
}

test('what is written stays when the language of the page is changed', async () => {
  const { page, stored } = await openText('<p>So</p>')
  await mainText(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' far')
  await page.getByRole('button', { name: 'Ada Moreau' }).click()
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  const texte = page.getByRole('textbox', { name: 'Texte principal' })
  await texte.getByText('So far').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' so good')
  await expect.poll(stored).toBe('<p>So far so good</p>')
})

test('a formula is typed, drawn, opened under the cursor, changed, and stored as plain text', async () => {
  const { page, stored } = await openText('<p>So</p>')
  await mainText(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' $x^2$ for 5 $ or 6 $')
  const drawn = mainText(page).locator('[data-formula] .katex')
  await drawn.waitFor()
  expect(await drawn.count()).toBe(1)
  // Screen readers get it as MathML.
  expect(await drawn.locator('math msup').count()).toBe(1)
  expect(await mainText(page).getByText('$x^2$').isVisible()).toBe(false)
  await expect.poll(stored).toBe('<p>So $x^2$ for 5 $ or 6 $</p>')

  for (let keys = 0; keys < ' for 5 $ or 6 $'.length; keys += 1) await page.keyboard.press('ArrowLeft')
  await mainText(page).getByText('$x^2$').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('+1')
  await expect.poll(stored).toBe('<p>So $x^2+1$ for 5 $ or 6 $</p>')
  await page.keyboard.press('End')
  await drawn.waitFor()

  await drawn.click()
  await page.keyboard.type('0')
  await expect.poll(stored).toBe('<p>So $x^2+10$ for 5 $ or 6 $</p>')
  await page.getByLabel('Title', { exact: true }).focus()
  await drawn.waitFor()
})

test('a formula comes from the menu and from the keyboard, to be written over', async () => {
  const { page, stored } = await openText('<p></p>')
  await mainText(page).click()
  // Enter takes the match for the letters, even before the menu shows it.
  await page.keyboard.type('/formula')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a')
  await expect.poll(stored).toBe('<p>$a$</p>')
  await page.keyboard.press('End')
  await page.keyboard.type(' v')
  await page.keyboard.press('Shift+ArrowLeft')
  // A browser reports a selection shortly after the key that made it.
  await page.getByRole('toolbar', { name: 'Text formatting' }).waitFor()
  await page.keyboard.press('Control+Shift+E')
  await expect.poll(stored).toBe('<p>$a$ $v$</p>')
})

test('a link to another entry is made by a few letters, however fast Enter follows', async () => {
  const one = await lab()
  const { page, notebook, cookie } = one
  const buffer = await notebook.experiment(cookie, { title: 'Buffer A' })
  await notebook.experiment(cookie, { title: 'Anode' })
  const { id: freezer } = await notebook.call(cookie, 'POST', '/items', { title: 'Freezer' })
  const id = await notebook.experiment(cookie, { title: 'Kinetics' })
  await showEntry(one, id)
  await mainText(page).click()
  await page.keyboard.type('see [[')
  await page.getByRole('option', { name: 'Anode Experiment' }).waitFor()
  await page.getByRole('option', { name: 'Freezer Resource' }).waitFor()
  expect(await page.getByRole('option', { name: 'Kinetics' }).count()).toBe(0)
  await page.keyboard.type('buff')
  await page.keyboard.press('Enter')
  await mainText(page).locator(`a[href="/experiments/${buffer}"]`, { hasText: 'Buffer A' }).waitFor()
  expect(await mainText(page).innerText()).toBe('see Buffer A')
  await page.keyboard.type(' in [[f')
  await page.keyboard.press('Enter')
  const link = mainText(page).locator(`a[href="/resources/${freezer}"]`, { hasText: 'Freezer' })
  await link.hover()
  await page.getByRole('group', { name: 'Entry preview' }).getByText('Resource', { exact: true }).waitFor()

  // Both entries are linked, with a link back, and the text follows a new title. What is stored stays.
  const read = async (path: string) => (await notebook.call<Linked>(cookie, 'GET', path)).data
  const idsIn = (links: { entityid: number }[]) => links.map(({ entityid }) => entityid)
  await expect.poll(async () => idsIn((await read(`/experiments/${id}`)).experiments_links)).toEqual([buffer])
  await expect.poll(async () => idsIn((await read(`/experiments/${id}`)).items_links)).toEqual([freezer])
  expect(idsIn((await read(`/items/${freezer}`)).related_experiments_links)).toEqual([id])
  await page.getByRole('region', { name: 'Links' }).getByRole('link', { name: 'Buffer A' }).waitFor()
  await notebook.call(cookie, 'PATCH', `/experiments/${buffer}`, { title: 'Buffer A, pH 8' })
  await showEntry(one, id)
  const renamed = mainText(page).locator('[data-title="Buffer A, pH 8"]')
  await renamed.waitFor({ state: 'attached' })
  const size = "getComputedStyle(document.querySelector('[data-title]'), '::before').fontSize"
  expect(await page.evaluate(size)).toBe('16px')
  expect((await read(`/experiments/${id}`)).body).toContain('>Buffer A</a>')

  // So does a pasted address.
  await page.evaluate(`navigator.clipboard.writeText(location.origin + '/resources/${freezer}')`)
  await mainText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' near ')
  await page.keyboard.press('Control+v')
  await expect
    .poll(async () => (await read(`/experiments/${id}`)).body)
    .toContain(`near <a href="/resources/${freezer}" title="Freezer">Freezer</a>`)
})

interface Linked {
  body: string
  experiments_links: { entityid: number }[]
  items_links: { entityid: number }[]
  related_experiments_links: { entityid: number }[]
}

test('wrong and hostile formulas stay text, and none covers the page', async () => {
  const wrong = [
    ['\\frac{1', 'Incomplete formula'],
    ['\\nothing', 'Unknown command \\nothing'],
    ['\\def\\a{\\a}\\a', 'cannot define commands'],
    ['x'.repeat(3000), 'too long'],
  ] as const
  const hostile = [
    '\\rule{9999em}{9999em}',
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://evil.example/x}',
  ]
  const body = ['x^2', ...wrong.map(([tex]) => tex), ...hostile, '\\raisebox{-900em}{\\rule{20em}{900em}}']
  const { page } = await openText(body.map((tex) => `<p>a $${tex}$ b</p>`).join(''))
  const drawn = mainText(page).locator('.katex')
  await drawn.first().waitFor()
  // Those further down too.
  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
  expect(await drawn.count()).toBe(5)
  for (const [tex, words] of wrong) {
    const line = mainText(page).locator('[data-formula]', { hasText: words })
    await line.waitFor()
    expect(await line.textContent()).toContain(tex)
  }
  expect(await page.locator('[data-formula] a, [data-formula] img').count()).toBe(0)
  const title = page.getByLabel('Title', { exact: true })
  await title.click({ trial: true })
  await page.getByRole('button', { name: 'History' }).click({ trial: true })
})

test('what draws formulas and colours code is loaded for those who have some', async () => {
  const { page, notebook, cookie } = await lab()
  const plain = await notebook.experiment(cookie, { body: '<p>5 $ or 6 $</p><pre><code>x</code></pre>' })
  const rich = await notebook.experiment(cookie, {
    body: '<p>$x$</p><pre><code class="language-python">if x: pass</code></pre>',
  })
  const requests = requestsOf(page)
  const find = (name: RegExp) => requests.filter((address) => name.test(address)).length
  await showEntry({ page }, plain)
  await untilQuiet(page)
  expect(find(/katex|highlighter/i)).toBe(0)
  await showEntry({ page }, rich)
  await mainText(page).locator('.katex').waitFor()
  await expect.poll(() => mainText(page).locator('pre span[class]').count()).toBeGreaterThan(1)
  expect(find(/katex.*\.js/)).toBe(1)
  expect(find(/highlighter.*\.js/)).toBe(1)
  await expect.poll(() => find(/KaTeX.*\.woff2/)).toBeGreaterThan(0)
})

test('the language of code is chosen with the keyboard, and kept', async () => {
  const { page, stored } = await openText('<pre class="language-c"><code>def f(): return 1</code></pre>')
  const colours = mainText(page).locator('pre span[class]')
  await mainText(page).locator('pre').click()
  const chooser = page.getByLabel('Code language')
  await expect.poll(() => chooser.inputValue()).toBe('c')
  await page.keyboard.press('Alt+F10')
  await chooser.and(page.locator(':focus')).waitFor()
  // Not by typing letters, because the timing between them is up to the browser.
  for (let keys = 0; keys < 60 && (await chooser.inputValue()) !== 'python'; keys += 1) {
    await page.keyboard.press('ArrowDown')
  }
  await expect.poll(stored).toBe('<pre><code class="language-python">def f(): return 1</code></pre>')
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await page.keyboard.type(' # one')
  await expect.poll(stored).toContain('return 1 # one')
  await expect.poll(() => colours.allTextContents()).toEqual(expect.arrayContaining(['def', 'return', '1', '# one']))
})

test('a link to an entry shows what it is about, to the pointer and to the keyboard', async () => {
  const one = await lab({ expected: /status of 404/ })
  const { page, notebook, cookie } = one
  const buffer = await notebook.experiment(cookie, { title: 'Buffer A', body: '<p>Tris 50 mM</p><p>pH 8.0</p>' })
  const id = await notebook.experiment(cookie, {
    body: `<p>See <a href="/experiments/${buffer}">the buffer</a>, not <a href="/experiments/4711">that</a>.</p><p>x</p>`,
  })
  await showEntry(one, id)
  await page.getByRole('link', { name: 'the buffer' }).hover()
  await card(page).getByText('Tris 50 mM pH 8.0').waitFor()
  await card(page).getByText('Ada Moreau').waitFor()
  await card(page).hover()
  // Longer than a card stays without the pointer on it.
  await page.waitForTimeout(800)
  expect(await card(page).isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await card(page).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'that' }).hover()
  await card(page).getByText('does not exist, or you have no access').waitFor()
  await page.mouse.move(0, 0)
  await card(page).waitFor({ state: 'hidden' })

  await mainText(page).focus()
  await page.keyboard.press('Control+Home')
  for (let keys = 0; keys < 8; keys += 1) await page.keyboard.press('ArrowRight')
  await card(page).getByRole('link', { name: 'Buffer A' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/experiments/${buffer}`)
})

test('a Markdown text is rendered with its formulas and code, as it was saved', async () => {
  const { page } = await openText('Old', { fields: { content_type: MARKDOWN } })
  await mainText(page).fill('**Yield** $a*b*c$\n\n```python\nif x: pass\n```\n\n5 $ or 6 $')
  await page.getByRole('button', { name: 'Preview' }).click()
  const text = page.getByRole('region', { name: 'Main text' })
  await text.locator('strong', { hasText: 'Yield' }).waitFor()
  await text.locator('.katex').waitFor()
  expect(await text.locator('.katex').count()).toBe(1)
  await expect.poll(() => text.locator('pre span[class]').allTextContents()).toEqual(['if', 'pass'])
  await page.getByRole('button', { name: 'Write' }).click()
  await expect.poll(() => mainText(page).inputValue()).toContain('$a*b*c$')
})

test('a locked text is drawn, its links lead on without loading the page anew, and paper shows all of it', async () => {
  const one = await lab()
  const { page, notebook, cookie } = one
  const far = '<p>x</p>'.repeat(400)
  const other = await notebook.experiment(cookie, { title: 'Buffer A' })
  const id = await notebook.experiment(cookie, {
    body: `<p>$x$ <a href="/experiments/${other}">the buffer</a></p>${far}<p>$y$ and $z$</p>`,
  })
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { action: 'lock' })
  await showEntry(one, id)
  const drawn = page.locator('[data-formula] .katex')
  await drawn.first().waitFor()
  expect(await drawn.count()).toBe(1)
  await page.evaluate("window.dispatchEvent(new Event('beforeprint')); window.sameDocument = true")
  expect(await drawn.count()).toBe(3)
  await page.getByRole('link', { name: 'the buffer' }).focus()
  await card(page).getByText('Buffer A').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/experiments/${other}`)
  expect(await page.evaluate('window.sameDocument')).toBe(true)
})

test('a key right after the cursor left a selection replaces nothing, however busy the page is', async () => {
  const { page, stored } = await openText('<p>one</p><p>two</p>')
  await mainText(page).getByText('two').click()
  await page.keyboard.press('Control+a')
  await expect.poll(() => page.evaluate('getSelection().toString()')).toContain('one')
  void page.evaluate('{ const end = performance.now() + 700; while (performance.now() < end); }')
  const { keyboard } = page
  await Promise.all([
    keyboard.down('Control'),
    keyboard.down('End'),
    keyboard.up('End'),
    keyboard.up('Control'),
    keyboard.down('x'),
    keyboard.up('x'),
  ])
  await expect.poll(stored).toBe('<p>one</p><p>twox</p>')
})

test('pictures and recordings of other servers are told of, not asked for, and kept', async () => {
  const picture = '<p><img src="https://pictures.example/gel.png" alt="Gel of batch 17"></p>'
  const film = '<video controls="controls"><source src="https://films.example/a.mp4"></video>'
  const kept = `${picture}${film}<p>end</p>`
  const { page, stored } = await openText(kept)
  await mainText(page).getByText('Gel of batch 17').waitFor()
  await mainText(page).getByText('https://pictures.example/gel.png').waitFor()
  await mainText(page).getByText('https://films.example/a.mp4').waitFor()
  await mainText(page).getByText('end').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect.poll(stored).toBe(`${picture}${film}<p>end!</p>`)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('?')
  await expect.poll(stored).toBe(`${picture}${film}<p>end!?</p>`)
  await page.keyboard.press('Control+v')
  await expect.poll(stored).toMatch(/gel\.png.*films.*end!\?.*gel\.png.*films.*end!/s)
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'

test('a dropped picture stands between paragraphs, has tools of its own, and there is a line below it', async () => {
  const { page, stored } = await openText('<p>First</p><p>Second paragraph</p>')
  const words = mainText(page).getByText('Second paragraph')
  const { x, y, height } = (await words.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  const dataTransfer = await page.evaluateHandle(`{
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob('${PNG}'), (letter) => letter.charCodeAt(0))
    transfer.items.add(new File([bytes], 'gel.png', { type: 'image/png' }))
    transfer
  }`)
  await words.dispatchEvent('drop', { dataTransfer, clientX: x + 40, clientY: y + height - 4 })
  const picture = mainText(page).getByRole('img', { name: 'gel.png' })
  await picture.waitFor()
  await expect.poll(stored).toMatch(/^<p>First<\/p><p>Second paragraph<\/p><p><img src="[^"]+" alt="gel.png"><\/p>$/)

  await picture.click()
  const tools = page.getByRole('toolbar', { name: 'Picture' })
  await tools.getByRole('button', { name: 'Medium' }).click()
  await tools.getByRole('button', { name: 'Align centre' }).click()
  expect(await page.getByRole('toolbar', { name: 'Text formatting' }).count()).toBe(0)
  const column = await mainText(page).boundingBox()
  const box = await tools.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual((column?.x ?? 0) - 1)
  await tools.getByRole('button', { name: 'Alternative text' }).click()
  await tools.getByRole('textbox', { name: 'Alternative text' }).fill('Lane 3')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Caption' }).click()
  await page.keyboard.type('Blot')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('After')
  // The browser would ask where to save the page.
  await page.evaluate(
    "addEventListener('keydown', (event) => { window.saveKey = [event.key, event.defaultPrevented] })",
  )
  await page.keyboard.press('Control+s')
  await page.getByRole('region', { name: 'Notifications' }).getByText('Saved', { exact: true }).waitFor()
  expect(await page.evaluate('window.saveKey')).toEqual(['s', true])
  expect(await stored()).toMatch(
    /<figure style="text-align: center"><img src="[^"]+" alt="Lane 3" width="50%"><figcaption>Blot<\/figcaption><\/figure><p>After<\/p>$/,
  )
})

test('the tools of a table stay in sight: rows are sorted, columns resized, and cells filled by pasting', async () => {
  const { page, stored } = await openText('<p></p>')
  await mainText(page).click()
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Table' }).click()
  const tools = page.getByRole('toolbar', { name: 'Table' })
  await tools.waitFor()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Well\\tOD\\nA1\\t10\\nA2\\t9.5\\nA3\\t0.4\\n')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
  const words = () => mainText(page).locator('tr').allInnerTexts()
  await expect
    .poll(async () => (await words()).map((row) => row.trim().split(/\s+/)))
    .toEqual([
      ['Well', 'OD'],
      ['A1', '10'],
      ['A2', '9.5'],
      ['A3', '0.4'],
    ])
  await mainText(page).getByText('9.5').click()
  await tools.getByRole('button', { name: 'Column', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sort ascending' }).click()
  await expect
    .poll(async () => (await words()).map((row) => row.trim().split(/\s+/)[0]))
    .toEqual(['Well', 'A3', 'A2', 'A1'])
  const cell = await mainText(page).getByText('A3').locator('xpath=..').boundingBox()
  if (!cell) throw new Error('No cell')
  await page.mouse.move(cell.x + cell.width - 2, cell.y + 8)
  await page.mouse.down()
  await page.mouse.move(cell.x + cell.width + 40, cell.y + 8, { steps: 4 })
  await page.mouse.up()
  await expect
    .poll(stored)
    .toMatch(/^<table style="width: \d+%"><colgroup>(?:<col style="width: [\d.]+%">){3}<\/colgroup><tbody><tr><th>/)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('below')
  await expect.poll(stored).toMatch(/<\/table><p>below<\/p>$/)
})

const RICH =
  `<h2>Rate</h2><p>With $v = \\frac{V [S]}{K + [S]}$ and $\\frac{1$.</p><p>$$\\int_0^1 x\\,dx = ${'a + '.repeat(40)}b$$</p>
<pre><code class="language-python"># Mean\ndef mean(values: list[float]) -> float:\n    return sum(values) / len("three") + 0.5</code></pre>
<pre><code class="language-diff">+ more\n- less</code></pre><pre><code class="language-css">@media print { a.b { color: red } }</code></pre>
<p><img src="https://pictures.example/gel.png" alt="Gel"></p>`.replace(/\n(?=<)/g, '')

const LOOKS = [
  ['light', 1280],
  ['dark', 390],
  ...(IS_THOROUGH
    ? ([
        ['dark', 1280],
        ['light', 390],
      ] as const)
    : []),
] as const

test.each(LOOKS)('formulas, code and stand-ins have no barriers (%s, %i px)', async (theme, width) => {
  const { page } = await openText(RICH, { theme, size: { width, height: 900 } })
  await mainText(page).locator('.katex').nth(1).waitFor()
  await expect.poll(() => mainText(page).locator('pre span[class]').count()).toBeGreaterThan(8)
  expect(await findBarriers(page)).toEqual([])
  await mainText(page).locator('pre').first().click()
  await page.getByLabel('Code language').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('a block is dragged by its handle, and nothing else changes', async () => {
  const table = '<table><tbody><tr><td><p>1</p></td></tr></tbody></table>'
  const { page, stored } = await openText(
    `<p>first</p><ul><li><p>one</p></li><li><p>two</p></li></ul>${table}<dl><dt>kept</dt></dl><p>last</p>`,
  )
  const words = (name: string) => mainText(page).getByText(name, { exact: true })
  const grip = page.getByRole('button', { name: 'Block actions' }).last()
  const drag = async (from: string, to: string, part: number) => {
    await words(from).hover()
    await grip.waitFor()
    await grip.hover()
    await page.mouse.down()
    const box = await words(to).boundingBox()
    if (!box) throw new Error(`${to} is not shown`)
    await page.mouse.move(box.x, box.y - 20)
    await page.mouse.move(box.x, box.y + box.height * part, { steps: 4 })
    await page.mouse.up()
  }
  await drag('last', 'first', 0.2)
  await expect
    .poll(stored)
    .toBe(`<p>last</p><p>first</p><ul><li><p>one</p></li><li><p>two</p></li></ul>${table}<dl><dt>kept</dt></dl>`)
  await drag('two', 'one', 0.2)
  await drag('1', 'first', 0.2)
  await expect
    .poll(stored)
    .toBe(`<p>last</p>${table}<p>first</p><ul><li><p>two</p></li><li><p>one</p></li></ul><dl><dt>kept</dt></dl>`)
  await words('first').hover()
  await grip.click()
  await page.getByRole('menuitem', { name: 'Turn into' }).click()
  await page.getByRole('menuitem', { name: 'Warning' }).click()
  await page.getByText('Warning').waitFor({ state: 'hidden' })
  await expect.poll(stored).toContain('class="callout callout-warning"><p>first</p></div>')
})

test('the tools of the first word stay over the text and leave the tags alone', async () => {
  const { page } = await openText('<p>First words</p><p>Second</p>', { size: { width: 820, height: 900 } })
  await page.getByRole('button', { name: 'Hide toolbar' }).click()
  await mainText(page)
    .getByText('First words')
    .dblclick({ position: { x: 6, y: 8 } })
  const bubble = await page.getByRole('toolbar', { name: 'Text formatting' }).boundingBox()
  const text = await mainText(page).boundingBox()
  if (!bubble || !text) throw new Error('Not shown')
  expect(bubble.x).toBeGreaterThanOrEqual(text.x)
  expect(bubble.y).toBeGreaterThanOrEqual(text.y)
})
