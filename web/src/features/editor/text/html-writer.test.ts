import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { HIGHLIGHTS, TEXT_COLOURS } from '../colours/palette.ts'
import { editorMessages } from '../editor.messages.ts'
import { calloutAttributes } from '../extensions/callout.extension.ts'
import { editorExtensions } from '../extensions/extensions.ts'
import { writeHtml } from './html-writer.ts'

// Imported by a variable, so that TypeScript does not follow it: the service needs Node's types, which the page must
// not see.
const service = '../../../../../server/src/lib/html.ts'
const { cleanHtml } = (await import(/* @vite-ignore */ service)) as { cleanHtml(html: string): string }

const schema = getSchema(editorExtensions(editorMessages.english))

const text = (words: string, ...marks: (string | object)[]) => ({
  type: 'text',
  text: words,
  marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)),
})
const p = (...content: object[]) => ({ type: 'paragraph', content })
const link = (href: string) => ({ type: 'link', attrs: { href } })
const row = (type: string, ...words: string[]) => ({
  type: 'tableRow',
  content: words.map((word) => ({ type, content: [p(text(word))] })),
})

const corpus: [string, object[], string][] = [
  ['nothing', [p()], ''],
  ['two paragraphs', [p(text('one')), p(), p(text('two'))], '<p>one</p><p></p><p>two</p>'],
  ['characters of HTML', [p(text('5 < 6 & "7" > \'6\' &amp;'))], `<p>5 &lt; 6 &amp; "7" &gt; '6' &amp;amp;</p>`],
  [
    'words in every form',
    [p(text('b', 'bold'), text('i', 'italic'), text('s', 'strike'), text('u', 'underline'), text('c', 'code'))],
    '<p><strong>b</strong><em>i</em><s>s</s><u>u</u><code>c</code></p>',
  ],
  [
    'forms within forms',
    [p(text('a', 'bold'), text('b', 'bold', 'italic'), text('c', 'italic'))],
    '<p><strong>a<em>b</em></strong><em>c</em></p>',
  ],
  [
    'a formula',
    [p(text('H'), text('2', 'subscript'), text('O, 10'), text('3', 'superscript'))],
    '<p>H<sub>2</sub>O, 10<sup>3</sup></p>',
  ],
  [
    'marked and coloured words',
    [p(text('a', 'highlight'), text('b', { type: 'styledWords', attrs: { style: 'color: red' } }))],
    '<p><mark>a</mark><span style="color: red">b</span></p>',
  ],
  ['a link to an entry', [p(text('x', link('/experiments/5')))], '<p><a href="/experiments/5">x</a></p>'],
  [
    'a link to elsewhere',
    [p(text('x', link('https://example.org/?a=1&b="2"')))],
    '<p><a href="https://example.org/?a=1&amp;b=&quot;2&quot;" target="_blank" rel="noreferrer noopener">x</a></p>',
  ],
  ['an address of mail', [p(text('x', link('mailto:a@example.org')))], '<p><a href="mailto:a@example.org">x</a></p>'],
  ['a link that would run', [p(text('x', link('java\tscript:alert(1)')))], '<p><a>x</a></p>'],
  ...[1, 2, 3, 4, 5, 6].map((level): [string, object[], string] => [
    `a heading of level ${level}`,
    [{ type: 'heading', attrs: { level }, content: [text('T')] }],
    `<h${level}>T</h${level}>`,
  ]),
  [
    'lists',
    [
      { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('a'))] }] },
      { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [p(text('c'))] }] },
    ],
    '<ul><li><p>a</p></li></ul><ol start="3"><li><p>c</p></li></ol>',
  ],
  [
    'a check list',
    [
      {
        type: 'taskList',
        content: [
          { type: 'taskItem', attrs: { checked: true }, content: [p(text('done'))] },
          { type: 'taskItem', attrs: { checked: false }, content: [p(text('open'))] },
        ],
      },
    ],
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li>' +
      '<li data-type="taskItem" data-checked="false"><p>open</p></li></ul>',
  ],
  [
    'a table',
    [{ type: 'table', content: [row('tableHeader', 'a', 'b'), row('tableCell', '1', '2')] }],
    '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
  ],
  [
    'a table of another program',
    [
      {
        type: 'table',
        attrs: { border: '1', style: 'border-collapse: collapse; width: 100%' },
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', attrs: { colspan: 2, style: 'text-align: right' }, content: [p(text('1'))] },
            ],
          },
        ],
      },
    ],
    '<table style="border-collapse: collapse; width: 100%" border="1"><tbody><tr>' +
      '<td style="text-align: right" colspan="2"><p>1</p></td></tr></tbody></table>',
  ],
  [
    'code',
    [{ type: 'codeBlock', attrs: { language: 'python' }, content: [text('if a < b:\n  pass')] }],
    '<pre><code class="language-python">if a &lt; b:\n  pass</code></pre>',
  ],
  [
    'code in a language that another program named at its block',
    [{ type: 'codeBlock', attrs: { class: 'language-c++' }, content: [text('a $x$ b')] }],
    '<pre class="language-c++"><code>a $x$ b</code></pre>',
  ],
  [
    'formulas',
    [
      p(text('if $a < b$ & $\\alpha_1^2 \\ge "5"$, or \\(x\\)')),
      p(text('$$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$$')),
      p(text('\\['), { type: 'hardBreak' }, text('\\ce{2H2 + O2 -> 2H2O}\\]')),
    ],
    '<p>if $a &lt; b$ &amp; $\\alpha_1^2 \\ge "5"$, or \\(x\\)</p>' +
      '<p>$$\\begin{pmatrix}1&amp;2\\\\3&amp;4\\end{pmatrix}$$</p><p>\\[<br>\\ce{2H2 + O2 -&gt; 2H2O}\\]</p>',
  ],
  [
    'a picture of another server',
    [p({ type: 'image', attrs: { src: 'https://example.org/gel.png?a=1&b=2', alt: 'gel' } })],
    '<p><img src="https://example.org/gel.png?a=1&amp;b=2" alt="gel"></p>',
  ],
  [
    'a film and a sound',
    ['<video src="/a.mp4" controls="controls"></video>', '<audio><source src="https://example.org/a.ogg"></audio>'].map(
      (rawHtml) => ({ type: 'foreign', attrs: { rawHtml } }),
    ),
    '<video src="/a.mp4" controls="controls"></video><audio><source src="https://example.org/a.ogg"></audio>',
  ],
  [
    'a quote, a line, a break',
    [
      { type: 'blockquote', content: [p(text('q'))] },
      { type: 'horizontalRule' },
      p(text('a'), { type: 'hardBreak' }, text('b')),
    ],
    '<blockquote><p>q</p></blockquote><hr><p>a<br>b</p>',
  ],
  [
    'a picture',
    [p({ type: 'image', attrs: { src: 'data:image/png;base64,AAAA', alt: 'a "gel" <1>', width: '50%' } })],
    '<p><img src="data:image/png;base64,AAAA" alt="a &quot;gel&quot; &lt;1&gt;" width="50%"></p>',
  ],
  [
    'a picture with a caption',
    [
      {
        type: 'figure',
        attrs: { src: '/api/v2/files?name=ab%2Fgel.png', alt: 'gel', width: '50%', style: 'text-align: center' },
        content: [text('Lane '), text('3', 'bold')],
      },
    ],
    '<figure style="text-align: center"><img src="/api/v2/files?name=ab%2Fgel.png" alt="gel" width="50%">' +
      '<figcaption>Lane <strong>3</strong></figcaption></figure>',
  ],
  [
    'a callout',
    [{ type: 'callout', attrs: calloutAttributes('danger'), content: [p(text('Toxic'))] }],
    '<div style="border-left: 4px solid #e03131; padding: 8px 12px" class="callout callout-danger"><p>Toxic</p></div>',
  ],
  [
    'a collapsible block',
    [{ type: 'details', content: [{ type: 'detailsSummary', content: [text('Raw data')] }, p(text('4.2 mg'))] }],
    '<details><summary>Raw data</summary><p>4.2 mg</p></details>',
  ],
  ...[...Object.values(TEXT_COLOURS), ...Object.values(HIGHLIGHTS)].map(({ stored }): [string, object[], string] => [
    `words in ${stored}`,
    [p(text('x', { type: 'styledWords', attrs: { style: `color: ${stored}; background-color: ${stored}` } }))],
    `<p><span style="color: ${stored}; background-color: ${stored}">x</span></p>`,
  ]),
  [
    'a paragraph in the middle',
    [{ ...p(text('x')), attrs: { style: 'text-align: center' } }],
    '<p style="text-align: center">x</p>',
  ],
  [
    'something foreign',
    [{ type: 'foreign', attrs: { rawHtml: '<details><summary>a</summary>b</details>' } }, p(text('x'))],
    '<details><summary>a</summary>b</details><p>x</p>',
  ],
]

test.each(corpus)('%s is written as HTML that the service keeps to the byte', (_name, content, html) => {
  const doc = schema.nodeFromJSON({ type: 'doc', content })
  doc.check()
  expect(writeHtml(doc)).toBe(html)
  expect(cleanHtml(html)).toBe(html)
})
