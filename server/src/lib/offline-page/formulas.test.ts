import { expect, onTestFinished, test, vi } from 'vitest'
import { drawFormulas, mayHaveFormulas } from './formulas.ts'
import { selfContained } from './self-contained-html.ts'

test('formulas become MathML, with their source beside it', () => {
  const drawn = drawFormulas('<p>At $K_M = 0.06$ &amp; above:</p><p>$$\\frac{a}{b}$$</p>')
  expect(drawn).toMatch(
    /^<p>At <span class="katex"><math [^>]*>.*<msub><mi>K<\/mi><mi>M<\/mi><\/msub>.*<\/span> &amp; above:<\/p>/,
  )
  expect(drawn).toMatch(/<math [^>]*display="block">.*<mfrac><mi>a<\/mi><mi>b<\/mi><\/mfrac>/)
  expect(drawn).toContain('<annotation encoding="application/x-tex">K_M = 0.06</annotation>')
})

test('chemical equations are drawn, with the > of an arrow escaped or not', () => {
  for (const arrow of ['-&gt;', '->']) expect(drawFormulas(`<p>$\\ce{2H2 + O2 ${arrow} 2H2O}$</p>`)).toContain('→</mo>')
  expect(drawFormulas('<p>\\(a &lt; b\\)</p>')).toContain('<mo>&lt;</mo>')
})

test.each([
  '<p>It costs $5 and $7.</p>',
  '<p>A wrong one: $\\frac{1$.</p>',
  '<p>$\\def\\a{b}$</p>',
  '<p>$a<strong>b</strong>$</p>',
  '<p><code>$x$</code></p>',
  '<pre><code>$x$ <span>$y$</span></code></pre>',
  '<p title="$x$">no formula</p>',
  '<p>&lt;b&gt; &#36;5</p>',
  '<p>no formula &eacute;</p>',
])('%s stays as it is', (html) => {
  expect(drawFormulas(html)).toBe(html)
})

test('what follows code is drawn again', () => {
  expect(drawFormulas('<pre>$x$</pre><p>$y$</p>')).toMatch(/^<pre>\$x\$<\/pre><p><span class="katex"><math/)
})

test('a formula brings in no markup, links or files', () => {
  const drawn = drawFormulas(
    '<p>$\\text{&lt;img src=x onerror=alert(1)&gt;}$ $\\href{javascript:alert(1)}{x}$ $\\includegraphics{x.png}$</p>',
  )
  expect(drawn).not.toMatch(/<img|<a\b|href=|src="/)
})

test('very many formulas take seconds at most; those beyond keep their source', () => {
  const drawn = drawFormulas(`<p>${'$x$ '.repeat(6000)}</p>`)
  expect(drawn.split('<math').length - 1).toBe(1960)
  expect(drawn).toContain('$x$ $x$')
})

test('formulas that take too long end the drawing; the others keep their source', () => {
  let seconds = 0
  const clock = vi
    .spyOn(process, 'threadCpuUsage')
    .mockImplementation(() => ({ user: 1_000_000 * seconds++, system: 0 }))
  onTestFinished(() => clock.mockRestore())
  const drawn = drawFormulas(`<p>${'$x$ '.repeat(20)}</p>`)
  expect(drawn.split('<math').length - 1).toBe(5)
  expect(drawn).toMatch(/(?:\$x\$ ){15}<\/p>$/)
})

test('the quick check misses nothing', () => {
  expect(['$x$', '&#36;x&#36;', '&dollar;x&dollar;', '\\(x\\)', '\\[x\\]'].map(mayHaveFormulas)).toEqual(
    Array(5).fill(true),
  )
  expect(mayHaveFormulas('<p>C:\\data &amp; more</p>')).toBe(false)
})

test('a page that is opened from disk has them', () => {
  expect(selfContained('<p>$x^2$</p>', [], 'https://notebook.example.org/')).toContain('<msup>')
})
