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
