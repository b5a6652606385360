import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Lab, lab } from './harness.ts'

const mainText = (page: Page) => page.getByRole('textbox', { name: 'Main text' })

/** Opens a text of another program with a paragraph after it, edits that paragraph, and returns the stored text. */
async function editElsewhere({ page, notebook, cookie }: Lab, html: string): Promise<string> {
  const id = await notebook.experiment(cookie, { title: 'From elsewhere', body: `${html}<p>Edit me</p>` })
  const stored = async () => (await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)).data.body
  expect(await stored(), 'the service keeps it').toBe(`${html}<p>Edit me</p>`)
  await page.goto(`/experiments/${id}`)
  await mainText(page).getByText('Edit me').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect.poll(stored).toContain('<p>Edit me!</p>')
  return (await stored()).replace('<p>Edit me!</p>', '')
}

const COLUMNS = '<colgroup><col style="width: 20%"><col style="width: 80%"></colgroup>'
const row = (...words: string[]) => `<tr>${words.map((word) => `<td><p>${word}</p></td>`).join('')}</tr>`

/** Kept unchanged, except for line breaks between blocks. */
const KEPT = [
  `<table>${COLUMNS}<tbody>${row('a', 'b')}</tbody></table>`,
  `<table><thead><tr><th><p>h</p></th></tr></thead><tbody>${row('a')}</tbody><tfoot>${row('f')}</tfoot></table>`,
  `<table><tbody>${row('a')}</tbody><tbody>${row('b')}${row('c')}</tbody></table>`,
  '<table><caption>c</caption><tbody><tr><td><p>x</p></td></tr></tbody></table>',
  '<p>a <ins>new</ins> and <del>old</del> word, <u>u</u> <s>s</s></p>',
  '<p>x<sup>a<sub>b</sub></sup></p>',
  '<p>a   b</p>\n<p>c  d</p>',
  '<ol style="list-style-type: lower-alpha"><li><p>one</p></li></ol>',
  '<ol start="3" type="a"><li><p>three</p></li></ol>',
  '<ol><li value="7"><p>seven</p></li></ol>',
  '<ol reversed="reversed"><li><p>two</p></li></ol>',
  '<p dir="rtl" lang="he">x</p><p style="padding-left: 40px">in</p>',
  '<table><tbody><tr><th scope="col"><p>h</p></th></tr></tbody></table>',
  '<p><kbd>Ctrl</kbd> <small>s</small> <abbr title="chain reaction">PCR</abbr> <q>q</q></p>',
  '<p><img style="float: right; margin: 0 0 10px 10px" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" alt="gel"></p>',
  '<hr style="width: 50%">',
  '<ul><li>a</li><ul><li>b</li></ul></ul>',
  '<p>an <a>anchor</a> and <a href="/x"><code>code</code></a></p>',
  '<pre>a <strong>b</strong><br>c</pre>',
  '<ul><li><h2>head</h2><p>words</p></li></ul>',
  '<details><summary>s</summary>\n<p>a   b</p></details>',
]

test('an edit elsewhere loses nothing of the HTML of other programs, and every text can be written in', async () => {
  const html = KEPT.join('')
  const stored = await editElsewhere(await lab(), html)
  expect(stored.replaceAll('\n', '')).toBe(html.replaceAll('\n', ''))
})

test('a block that the editor cannot change stays as it is, and the words around it can be changed', async () => {
  const one = await lab()
  const html =
    '<p>before</p><ul><li>a</li><ul><li>b</li></ul></ul><ol style="list-style-type: lower-alpha"><li>one</li></ol>'
  expect(await editElsewhere(one, html)).toBe(html.replace('<li>one</li>', '<li><p>one</p></li>'))
})

test('words in a table with columns, in a lettered list and in marks of other programs can be changed, and their form stays', async () => {
  const { page, notebook, cookie } = await lab()
  const bodyOf = (cell: string, item: string, word: string) =>
    `<table>${COLUMNS}<tbody>${row('first', cell)}</tbody></table>` +
    `<ol style="list-style-type: lower-alpha"><li><p>${item}</p></li></ol><p>a <ins>${word}</ins> and <del>old</del> one</p>`
  const id = await notebook.experiment(cookie, { title: 'From elsewhere', body: bodyOf('cell', 'item', 'word') })
  const stored = async () => (await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)).data.body
  await page.goto(`/experiments/${id}`)
  for (const words of ['cell', 'item']) {
    await mainText(page).getByText(words, { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
  }
  await mainText(page).getByText('word', { exact: true }).dblclick()
  await page.keyboard.type('term')
  await expect.poll(stored).toBe(bodyOf('cell!', 'item!', 'term'))
})

test('a check list of TinyMCE is shown as one, and its ticks stay', async () => {
  const one = await lab()
  const html = '<ul class="tox-checklist"><li class="tox-checklist--checked">done</li><li>to do</li></ul>'
  const stored = await editElsewhere(one, html)
  expect(await mainText(one.page).getByRole('checkbox', { checked: true }).count()).toBe(1)
  expect(await mainText(one.page).getByRole('checkbox', { checked: false }).count()).toBe(1)
  expect(stored).toMatch(/(data-checked="true"|tox-checklist--checked)[^<]*>(<p>)?done/)
})

test('a row that is added below the head of a table is not part of the head', async () => {
  const { page, notebook, cookie } = await lab()
  const head = '<thead><tr><th><p>h</p></th></tr></thead>'
  const body = `<table>${head}<tbody>${row('a')}</tbody></table>`
  const id = await notebook.experiment(cookie, { title: 'Table', body })
  const stored = async () => (await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)).data.body
  await page.goto(`/experiments/${id}`)
  await mainText(page).getByText('a', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await page.keyboard.type('b')
  await expect.poll(stored).toBe(`<table>${head}<tbody>${row('a')}${row('b')}</tbody></table>`)
})

test('in the dark, words on grounds of other programs and black words can be read', async () => {
  const { page, notebook, cookie } = await lab({ theme: 'dark' })
  const body =
    '<p><span style="background-color: #ffff00">on yellow</span> <span style="color: #000000">black</span></p>' +
    '<table><tbody><tr><td style="background-color: #e2efda"><p>4.2 mg</p></td></tr></tbody></table>'
  await page.goto(`/experiments/${await notebook.experiment(cookie, { title: 'From a spreadsheet', body })}`)
  const brightness = (words: string) =>
    mainText(page)
      .getByText(words)
      .evaluate((element) =>
        Number(/\d+/.exec(element.ownerDocument.defaultView?.getComputedStyle(element).color ?? '')),
      )
  for (const words of ['on yellow', '4.2 mg']) expect(await brightness(words), words).toBeLessThan(60)
  expect(await brightness('black')).toBeGreaterThan(180)
})
