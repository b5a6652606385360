import { expect, test } from 'vitest'
import { openText } from '../testing/open-text.ts'

const TABLE = '<table><tbody><tr><td><p>a</p></td></tr></tbody></table>'

test.each([TABLE, '<pre><code>x</code></pre>', '<p>a <img src="/gel.png"></p>', '<hr>', '<dl><dt>a</dt></dl>'])(
  'there is room to write after %s, which is stored once somebody writes there',
  (html) => {
    const { editor, stored } = openText(html)
    expect(editor.state.doc.lastChild).toMatchObject({ type: { name: 'paragraph' }, childCount: 0 })
    expect(stored()).toBe(html)
    editor.commands.focus('end')
    editor.commands.insertContent('x')
    expect(stored()).toBe(`${html}<p>x</p>`)
  },
)

test('an empty paragraph of somebody else at the end stays', () => {
  const { editor, stored } = openText(`${TABLE}<p></p>`)
  editor.commands.insertContentAt(0, '<p>x</p>')
  expect(stored()).toBe(`<p>x</p>${TABLE}<p></p>`)
})

test.each([
  '<figure><img src="/a.png"></figure>',
  '<figure><img src="/a.png"><figcaption style="color: red">c</figcaption></figure>',
  '<figure><figcaption>c</figcaption><img src="/a.png"></figure>',
  '<figure><img src="/a.png"><figcaption><p>c</p></figcaption></figure>',
  '<figure><p>words</p><figcaption>c</figcaption></figure>',
])('a figure of another form stays as it is: %s', (html) => {
  const { editor, stored } = openText(`${html}<p>x</p>`)
  expect(editor.state.doc.firstChild?.type.name).toBe('foreign')
  expect(stored()).toBe(`${html}<p>x</p>`)
})

test.each([
  '<details><p>no line</p></details>',
  '<details>before<summary>a</summary>b</details>',
  '<details><summary><h2>a</h2></summary>b</details>',
])('a collapsible block of another form stays as it is: %s', (html) => {
  const { editor, stored } = openText(`${html}<p>x</p>`)
  expect(editor.state.doc.firstChild?.type.name).toBe('foreign')
  expect(stored()).toBe(`${html}<p>x</p>`)
})

test.each([
  ['<div class="callout callout-tip">words</div><p>x</p>', 'callout'],
  ['<details><summary>a <em>b</em></summary>words<ul><li>c</li></ul></details><p>x</p>', 'details'],
])('%s of another program can be written in', (html, name) => {
  const { editor } = openText(html)
  expect(editor.state.doc.firstChild?.type.name).toBe(name)
  expect(editor.state.doc.firstChild?.textContent).toContain('words')
})

/** Of TinyMCE, Word and others, as the service stores them. */
const FOREIGN = [
  '<table style="border-collapse: collapse; width: 100%" border="1"><colgroup><col style="width: 30%"><col style="width: 70%"></colgroup><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
  '<table><caption><p>c</p></caption><tbody><tr><td>x</td></tr></tbody></table>',
  '<table><caption style="caption-side: bottom">c<sub>1</sub></caption><colgroup><col style="width: 30%"></colgroup><tbody><tr><td><p>x</p></td></tr></tbody></table>',
  '<table><tbody><tr><td><table><tbody><tr><td>inner</td></tr></tbody></table></td></tr></tbody></table>',
  '<table><tbody><tr><td style="vertical-align: bottom; background-color: #ffff00" colspan="2"><p>x</p></td></tr></tbody></table>',
  '<video src="/a.mp4" controls="controls"></video>',
  '<dl><dt>t</dt><dd>d</dd></dl>',
  '<div style="page-break-before: always"><p>x</p></div>',
  '<figure><figcaption>c</figcaption><img src="/a.png"></figure>',
  '<p style="padding-left: 40px">in</p>',
  '<p style="text-align: justify; line-height: 2">x</p>',
  '<p><span style="font-family: Georgia; font-size: 14pt">big</span> <span style="color: #000000">black</span></p>',
  '<p><img style="float: left" src="/a.png" alt="" width="200" height="100"> beside</p>',
  '<ol style="list-style-type: lower-roman"><li><p>i</p></li></ol>',
  '<ul><li>a</li><ul><li>b</li></ul></ul>',
  '<h2 style="text-align: center">t</h2>',
  '<blockquote style="margin-left: 20px"><p>q</p></blockquote>',
  '<div style="padding: 4px" dir="rtl" class="callout"><p>c</p></div>',
  '<details style="margin-left: 10px"><summary>s</summary><p>a</p><ul><li><p>b</p></li></ul></details>',
]

test('the cells below the caption of another program can be written in, and the caption is shown and kept', () => {
  const caption = '<caption>Yield <em>by batch</em></caption>'
  const { editor, stored } = openText(`<table>${caption}<tbody><tr><td><p>4</p></td></tr></tbody></table><p>x</p>`)
  expect(editor.view.dom.querySelector('table > caption')?.textContent).toBe('Yield by batch')
  editor.commands.insertContentAt(5, '.2')
  expect(stored()).toBe(`<table>${caption}<tbody><tr><td><p>4.2</p></td></tr></tbody></table><p>x</p>`)
  editor.commands.addRowAfter()
  expect(stored()).toContain(`<table>${caption}<tbody><tr>`)
})

test.each(FOREIGN)('an edit elsewhere loses nothing of %s', (html) => {
  const { editor, stored } = openText(`<p>before</p>${html}<p>after</p>`)
  editor.commands.insertContentAt(1, 'x')
  editor.commands.insertContentAt(editor.state.doc.content.size - 1, 'x')
  expect(stored()).toBe(`<p>xbefore</p>${html}<p>afterx</p>`)
})
