import { expect, test } from 'vitest'
import { showsFile } from './shown-files.ts'

const NAME = 'ab/abcdef0123456789.png'
const CODED = encodeURIComponent(NAME)

test.each([
  `<p>The gel:</p><img src="/api/v2/files?name=${CODED}">`,
  `<img alt="Gel" width="300" src='/api/v2/files?name=${NAME}' />`,
  `<IMG\n SRC=/api/v2/files?name=${CODED}>`,
  `<video controls><source src="https://lab.example.org/api/v2/files?name=${CODED}&amp;x=1"></video>`,
  `<audio src="api/v2/files?name=${CODED}"></audio>`,
  `<img src="app/download.php?name=gel.png&amp;f=${NAME}&amp;storage=1">`,
  `<p>${NAME}</p><img src="/api/v2/files?name=${CODED}">`,
])('a text shows a file with %s', (html) => {
  expect(showsFile(html, NAME)).toBe(true)
})

test.each([
  '',
  `<p>${NAME}</p>`,
  `<p>/api/v2/files?name=${CODED}</p>`,
  `<a href="/api/v2/files?name=${CODED}">the raw data</a>`,
  `<img alt="/api/v2/files?name=${CODED}" src="/api/v2/files?name=other">`,
  `<img alt=' src="/api/v2/files?name=${CODED}"' src="/api/v2/files?name=other">`,
  `<img title="src=/api/v2/files?name=${CODED}">`,
  `<img data-src="/api/v2/files?name=${CODED}">`,
  `<img src="/api/v2/files?name=x${CODED}">`,
  `<img src="/api/v2/files?name=${CODED}x">`,
  `<img src="/api/v2/files?f=other&amp;name=${CODED}">`,
  `<img src="https://elsewhere.example/picture?name=${CODED}">`,
  `<img src="/api/v2/files#?name=${CODED}">`,
  `&lt;img src="/api/v2/files?name=${CODED}"&gt;`,
  `<imgs src="/api/v2/files?name=${CODED}">`,
  `<img src="/api/v2/files?name=${CODED}"`,
])('a text does not show a file with %s', (html) => {
  expect(showsFile(html, NAME)).toBe(false)
})

test('no name is in every text, and no text takes long', () => {
  expect(showsFile(`<img src="/api/v2/files?name=">${'x'.repeat(100)}`, NAME)).toBe(false)
  for (const part of ['<img ', NAME, `<img src="${NAME}" `, '<img src=" ', "<img a='>"]) {
    const before = performance.now()
    expect(showsFile(part.repeat(1_000_000 / part.length), NAME)).toBe(false)
    expect(showsFile(part.repeat(1_000_000 / part.length), '')).toBe(false)
    expect(performance.now() - before, part).toBeLessThan(5_000)
  }
})
