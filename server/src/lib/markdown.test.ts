import { markdownToHtml } from '@aliquot/contract/markdown'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml, htmlToText } from './html.ts'
import { renderMarkdown } from './markdown.ts'

const MAIL = '<a href="mailto:a@b.org">a@b.org</a>'

function link(target: string, label = target): string {
  return `<a href="${target}" target="_blank" rel="noreferrer noopener">${label}</a>`
}

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
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align:right">b</th>\n</tr>\n</thead>\n' +
      '<tbody>\n<tr>\n<td>1</td>\n<td style="text-align:right"><strong>2</strong></td>\n</tr>\n</tbody>\n</table>\n',
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
  ['# Buffer A #', '<h1>Buffer A</h1>\n'],
  ['Buffer\nA\n===\nb\n---\nc', '<h1>Buffer\nA</h1>\n<h2>b</h2>\n<p>c</p>\n'],
  ['_so_, snake_case_name, é_b_, _b_é', '<p><em>so</em>, snake_case_name, é_b_, _b_é</p>\n'],
  ['- a\n- b\n  - c\n- e', '<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n<li>e</li>\n</ul>\n'],
  ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n'],
  ['- a\n\n1. b', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>\n'],
  ['- [ ]\n- [x]y', '<ul>\n<li>[ ]</li>\n<li>[x]y</li>\n</ul>\n'],
  ['a  \nb\\\nc  ', '<p>a<br>\nb<br>\nc</p>\n'],
  ['---', '<hr>\n'],
  ['readme.md, www.a.org, a@b.org', `<p>readme.md, ${link('http://www.a.org', 'www.a.org')}, ${MAIL}</p>\n`],
  ['[x](http://a.b/(c)) (http://a.b)', `<p>${link('http://a.b/(c)', 'x')} (${link('http://a.b')})</p>\n`],
  ['![gel](/gel.png "lane")', '<p><img src="/gel.png" alt="gel" title="lane"></p>\n'],
  ['H~2~O, ==x==', '<p>H~2~O, ==x==</p>\n'],
  ['`\\*` C:\\dir \\\\*b*', '<p><code>\\*</code> C:\\dir \\<em>b</em></p>\n'],
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

test.each([
  [
    'The tag <title> is used.\n\nSecond paragraph with results 42.',
    '<p>The tag &lt;title&gt; is used.</p>\n<p>Second paragraph with results 42.</p>\n',
  ],
  ['<title>\n\nafter **it**', '\n<p>after <strong>it</strong></p>\n'],
  ['<script>\nx\n\n*after* it', '\nx\n\n*after* it'],
  ['<iframe src=x>\nafter\n</iframe> it', '\nafter\n it'],
])('text after a raw-text tag is not dropped: %j', (source, html) => {
  expect(renderMarkdown(source)).toBe(html)
})

test('a file shows the names of pictures that lay beside it', () => {
  const source = '![gel](gel.png) ![](a/b.png) ![kept](/api/v2/files?name=x)'
  expect(markdownToHtml(source, { isFile: true })).toBe(
    '<p><em>gel</em> <em>a/b.png</em> <img src="/api/v2/files?name=x" alt="kept"></p>\n',
  )
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

test.each(['> ', '- ', '1. '])('what is nested too deep keeps its words: %j', (mark) => {
  expect(htmlToText(renderMarkdown(`${mark.repeat(5000)}words at the end`))).toContain('words at the end')
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
