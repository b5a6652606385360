import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml, htmlToText } from './html.ts'
import { renderMarkdown } from './markdown.ts'

test.each([
  ['# Title', '<h1>Title</h1>\n'],
  ['a **b** *c* `d < e`', '<p>a <strong>b</strong> <em>c</em> <code>d &lt; e</code></p>\n'],
  ['~~gone~~', '<p><s>gone</s></p>\n'],
  ['```js\nif (a < b) "x"\n```', '<pre class="language-js"><code>if (a &lt; b) &quot;x&quot;\n</code></pre>\n'],
  ['```c++ numbered\nx\n```', '<pre class="language-c++"><code>x\n</code></pre>\n'],
  ['```"onclick=x\nx\n```', '<pre><code>x\n</code></pre>\n'],
  ['    indented', '<pre><code>indented\n</code></pre>\n'],
  ['- [ ] todo\n- [x] done', '<ul>\n<li>☐ todo</li>\n<li>☑ done</li>\n</ul>\n'],
  [
    '| a | b |\n|---|--:|\n| 1 | **2** |',
    '<table>\n<tr><th>a</th><th style="text-align:right">b</th></tr>\n' +
      '<tr><td>1</td><td style="text-align:right"><strong>2</strong></td></tr>\n</table>\n',
  ],
  [
    'https://example.org',
    '<p><a href="https://example.org" target="_blank" rel="noreferrer noopener">https://example.org</a></p>\n',
  ],
  ['[x](/experiments/3)', '<p><a href="/experiments/3">x</a></p>\n'],
  ['> quoted', '<blockquote>\n<p>quoted</p>\n</blockquote>\n'],
  ['$a*b*c < d$ *e* $x\\_1$', '<p>$a*b*c &lt; d$ <em>e</em> $x\\_1$</p>\n'],
  ['$$\n\\begin{matrix}1\\\\2\\end{matrix}\n$$', '<p>$$\n\\begin{matrix}1\\\\2\\end{matrix}\n$$</p>\n'],
  ['\\(a*b*c\\) and \\[d\\{e\\}\\]', '<p>\\(a*b*c\\) and \\[d\\{e\\}\\]</p>\n'],
  ['$5 *and* $6, \\*, \\(', '<p>$5 <em>and</em> $6, *, (</p>\n'],
  ['`$a$` $`b`$', '<p><code>$a$</code> $`b`$</p>\n'],
  ['', ''],
])('renders %j', (source, html) => {
  expect(renderMarkdown(source)).toBe(html)
})

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](JaVa&#x0A;Script:alert(1))',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '<img src=x onerror=alert(1)>',
  '[x](x "onclick=alert(1)")',
  '![" onerror="alert(1)](x)',
  '<svg onload=alert(1)>',
])('disarms %j', (source) => {
  const html = renderMarkdown(source)
  expect(html).not.toMatch(/<script|<svg|<[^>]*script:/i)
  const withoutValues = html.replace(/"[^"]*"/g, '""')
  expect(withoutValues).not.toMatch(/<[^>]*\son\w+=/i)
  expect(cleanHtml(html)).toBe(html)
})

test('a pasted picture of several megabytes is rendered', () => {
  const url = `data:image/png;base64,${'QUJD'.repeat(900_000)}`
  expect(renderMarkdown(`![x](${url})`) === `<p><img src="${url}" alt="x"></p>\n`).toBe(true)
})

test('a source too long to render is shown as it is', () => {
  const source = '*a* <b> & "c"\n\n'.repeat(200_000)
  const html = renderMarkdown(source)
  expect(html.startsWith('<pre>*a* &lt;b&gt; &amp; &quot;c&quot;\n\n')).toBe(true)
  expect(cleanHtml(html) === html).toBe(true)
})

test.each([
  ['brackets', '['.repeat(100_000)],
  ['stars', '*'.repeat(100_000)],
  ['quotes in quotes', '>'.repeat(100_000)],
  ['lists in lists', '- '.repeat(100_000)],
  ['numbers in numbers', '1. '.repeat(30_000)],
  ['emphasis never closed', 'a*'.repeat(50_000)],
  ['underscores', 'x_y_'.repeat(25_000)],
  ['a wide table with empty rows', `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n${'|\n'.repeat(20_000)}`],
  ['an address of dots', `${'a.'.repeat(50_000)}@`],
  ['a URL of exclamation marks', `http://a.b/${'!'.repeat(100_000)}`],
  ['a list item of many lines', `- a\n${' b\n'.repeat(40_000)}`],
  ['formulas that never end', '\\( \\[ $$ $a '.repeat(10_000)],
  ['underlined headings', 'a\n-\n'.repeat(25_000)],
])(
  'copes with %s',
  (_name, source) => {
    const html = renderMarkdown(source)
    expect(html.length).toBeLessThan(20 * source.length + 200_000)
    expect(cleanHtml(html) === html).toBe(true)
  },
  30_000,
)

test('what cannot be rendered keeps its text', () => {
  const source = '>'.repeat(100_000)
  expect(htmlToText(renderMarkdown(source)) === source).toBe(true)
})

test('whatever is rendered is clean', () => {
  const piece = fc.constantFrom(
    ...'# * ** _ ` ``` ~~ > - 1. [ ] ( ) ![ | |- \\ < > & : a b http://a.b [x](y) <b> </b> <script> javascript: " \' ='.split(
      ' ',
    ),
    '\n',
    '\n\n',
    ' ',
    '    ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      const html = renderMarkdown(parts.join(''))
      expect(cleanHtml(html)).toBe(html)
    }),
    { numRuns: 500 },
  )
})
