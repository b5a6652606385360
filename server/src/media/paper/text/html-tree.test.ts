import { expect, test as testCase } from 'vitest'
import { drawFormulas } from '../../../lib/offline-page/formulas.ts'
import type { SheetWords } from '../sheet.ts'
import type { Block } from '../tree.ts'
import { blocksOf } from './html-tree.ts'

// Independent of the database: once is enough.
const test = testCase.skipIf(process.env.TEST_ENGINE === 'postgres')

const words = {
  callouts: { note: 'Note', tip: 'Tip', warning: 'Warning', danger: 'Danger' },
  recording: 'recording',
  notFetched: 'of another server, not fetched',
  notShown: 'not shown',
  moreRows: '{n} more rows',
} as SheetWords

function tree(html: string): Block[] {
  return blocksOf(html, {
    baseUrl: 'https://notebook.example.org/',
    words,
    pictureOf: (source) => (source.includes('gel') ? { path: '/gel.jpg', width: 400, height: 200 } : undefined),
  })
}

test('white space is that of a browser, and words between blocks are paragraphs', () => {
  expect(tree('one\n <b>two</b>  three<p> four <br> five<br></p>six')).toEqual([
    { k: 'p', c: ['one', ' ', { b: true, s: 'two' }, ' ', 'three'] },
    { k: 'p', c: ['four', { k: 'br' }, 'five'] },
    { k: 'p', c: ['six'] },
  ])
})

test('words keep all that they look like', () => {
  const [block] = tree(
    '<p><a href="x?a=1"><em>a</em></a><sub>b</sub><s>c</s><code>d</code><span style="color: #C00; font-weight: bold">e</span></p>',
  )
  expect(block).toEqual({
    k: 'p',
    c: [
      { href: 'https://notebook.example.org/x?a=1', i: true, s: 'a' },
      { sub: true, s: 'b' },
      { x: true, s: 'c' },
      { code: true, s: 'd' },
      { b: true, fg: '#cc0000', s: 'e' },
    ],
  })
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', '#top'])('%s is no link on paper', (href) => {
  expect(tree(`<p><a href="${href}">a</a></p>`)).toEqual([{ k: 'p', c: ['a'] }])
})

test('lists nest, count, and tell what is ticked', () => {
  expect(tree('<ul><li>a<ol start="3" type="a"><li>b</li></ol></li></ul>')).toEqual([
    {
      k: 'ul',
      i: [
        [
          { k: 'p', c: ['a'] },
          { k: 'ol', n: 'a.', s: 3, r: false, v: [null], i: [[{ k: 'p', c: ['b'] }]] },
        ],
      ],
    },
  ])
  const tasks =
    '<ul data-type="taskList"><li data-checked="true"><p>a</p></li><li data-checked="false"><p>b</p></li></ul>'
  expect(tree(tasks)).toMatchObject([{ k: 'tasks', v: [true, false] }])
})

test('all rows of a table are filled, whatever its spans say', () => {
  const html =
    '<table><tr><th>a</th><th colspan="9">b</th></tr><tr><td rowspan="5">c</td><td>d</td><td>e</td></tr><tr><td>f</td></tr></table>'
  const [table] = tree(html)
  expect(table).toMatchObject({ k: 'table', n: 10, h: 1 })
  const rows = table?.k === 'table' ? table.rows.map((row) => row.map(({ cs = 1, rs = 1 }) => [cs, rs])) : []
  const cells = rows.flat().reduce((sum, [cs = 1, rs = 1]) => sum + cs * rs, 0)
  expect(cells).toBe(30)
  expect(rows[1]?.[0]).toEqual([1, 2])
})

test('of very many rows the last are only counted, in all tables of a text together', () => {
  const table = `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(3000)}</table>`
  const [first, second, note, last] = tree(table + table + table)
  expect(last).toEqual({ k: 'p', c: [{ q: true, s: '3000 more rows' }] })
  const rows = [first, second].map((block) => (block?.k === 'table' ? block.rows.length : 0))
  expect(rows).toEqual([3000, 1000])
  expect(note).toEqual({ k: 'p', c: [{ q: true, s: '2000 more rows' }] })
})

test('a head whose cells reach into the body is not repeated', () => {
  const [table] = tree('<table><tr><th rowspan="2">a</th><th>b</th></tr><tr><td>c</td></tr></table>')
  expect(table).toMatchObject({ h: 0 })
})

test('pictures have the size that was asked for, and those of others are only named', () => {
  expect(tree('<img src="/api/v2/files?f=gel" width="100" alt="Gel">')).toEqual([
    { k: 'p', c: [{ k: 'pic', p: '/gel.jpg', w: 75, alt: 'Gel' }] },
  ])
  expect(tree('<img src="https://elsewhere.example.com/x.png" alt="logo">')).toEqual([
    { k: 'p', c: [{ q: true, s: '[of another server, not fetched: logo, elsewhere.example.com]' }] },
  ])
})

test('the direction and language are those of the words, or of the author', () => {
  const [hebrew, arabic, japanese, greek, said] = tree(
    '<p>שלום ABC</p><p>42 مرحبا</p><p>直角です</p><p>Ελληνικά</p><p dir="rtl" lang="de-AT">abc</p>',
  )
  expect([hebrew, arabic, japanese, greek, said].map((block) => [block?.d, block?.l])).toEqual([
    ['rtl', 'he'],
    ['rtl', 'ar'],
    [undefined, 'ja'],
    [undefined, undefined],
    ['rtl', 'de'],
  ])
})

test('a long word may be broken, and none of its characters changes', () => {
  const bases = 'ATGC'.repeat(50)
  const [block] = tree(`<p>${bases}</p><pre>  x\n\n y</pre>`)
  const runs = block?.k === 'p' ? block.c : []
  expect(runs.filter((run) => typeof run !== 'string')).toHaveLength(49)
  expect(runs.filter((run) => typeof run === 'string').join('')).toBe(bases)
  expect(tree('<pre>  x\n\n y\n</pre>')).toEqual([{ k: 'code', c: ['  x\n\n y'], n: 3 }])
})

test('formulas are trees with their source', () => {
  const [inline, display] = tree(drawFormulas('<p>a $K_M$</p><p>$$\\frac{1}{2}$$</p>'))
  expect(inline).toEqual({
    k: 'p',
    c: ['a', ' ', { k: 'math', s: 'K_M', m: { o: 'scripts', a: { o: 'i', s: 'K' }, b: { o: 'i', s: 'M' } } }],
  })
  expect(display).toEqual({
    k: 'math',
    s: '\\frac{1}{2}',
    m: { o: 'frac', a: { o: 'n', s: '1' }, b: { o: 'n', s: '2' } },
  })
})

test('callouts, collapsibles, quotes, figures and terms keep what is in them', () => {
  const html =
    '<div class="callout callout-tip"><p>a</p></div><details><summary>b</summary><p>c</p></details><blockquote>d</blockquote>' +
    '<figure><img src="gel"><figcaption>e</figcaption></figure><dl><dt>f</dt><dd>g</dd></dl><hr>'
  expect(tree(html)).toMatchObject([
    { k: 'note', n: 'tip', t: 'Tip', c: [{ c: ['a'] }] },
    { k: 'fold', t: ['b'], c: [{ c: ['c'] }] },
    { k: 'quote', c: [{ c: ['d'] }] },
    { k: 'figure', t: ['e'] },
    { k: 'terms', i: [{ t: ['f'], c: [{ c: ['g'] }] }] },
    { k: 'rule' },
  ])
})

test('what is nested without end stands beside, and no word is lost', () => {
  const deep = `${'<blockquote><ul><li>'.repeat(60)}deep${'</li></ul></blockquote>'.repeat(60)}`
  const written = JSON.stringify(tree(deep))
  expect(written).toContain('deep')
  expect(written.split('"k":"quote"').length - 1).toBeLessThan(12)
})
