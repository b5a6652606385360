import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { lab } from './harness.ts'
import { pdfOf, pngOf, wavOf } from './sample-files.ts'

const RUN = "alert('ran')"
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script></svg>`
const HTML = `<!doctype html><body onload="${RUN}"><script>${RUN}</script><img src=x onerror="${RUN}">`
const MARKDOWN = `# Buffer A\n\n- 20 mM **Tris**\n- [x] weighed\n\n| salt | mM |\n|---|---|\n| NaCl | 150 |\n
<script>${RUN}</script> <img src=x onerror="${RUN}"> [here](javascript:${RUN}) ![](https://evil.example/x.png)\n`
const HOSTILE_NAME = `<img src=x onerror=${RUN.replaceAll("'", '')}>.txt`
const PNG = pngOf(900, 600)

/** The last one comes first on the page. */
const FILES: readonly (readonly [name: string, content: string | Buffer])[] = [
  ['plate.zip', Buffer.from('504b0304140000000000', 'hex')],
  [HOSTILE_NAME, 'harmless'],
  ['run.log', `first line\n${'0.123456789 \n'.repeat(100_000)}last line\n`],
  ['tone.wav', wavOf()],
  ['evil.svg', SVG],
  ['evil.html', HTML],
  ['setup.json', '{"pump": {"flow": 0.5, "serial": 12345678901234567890}, "steps": [1, 2]}'],
  ['notes.md', MARKDOWN],
  ['fractions.csv', `fraction,"yield, mg"\n${Array.from({ length: 100_000 }, (_, n) => `F${n},${n / 8}\n`).join('')}`],
  ['latin.csv', Buffer.from('Gr\xf6\xdfe;mg\r\n"a;b";2\r\n', 'latin1')],
  ['fit.py', 'def fit(x):\n    return x * 2\n'],
  ['report.pdf', pdfOf(['First page', 'Second page', 'Third page'])],
  ['gel.png', PNG],
]

/** A browser expression that records a short film. */
const FILM = `new Promise((resolve) => {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' })
  const drawing = setInterval(() => pen.fillRect(Math.random() * 200, 10, 20, 20), 20)
  recorder.ondataavailable = async ({ data }) => resolve(new Uint8Array(await data.arrayBuffer()).toBase64())
  recorder.start()
  setTimeout(() => { clearInterval(drawing); recorder.stop() }, 300)
})`

test('every kind of file is seen over the page, gone through with the keyboard, and nothing in it runs', async () => {
  const { notebook, cookie, page } = await lab()
  const id = await notebook.experiment(cookie, { title: 'Elution of GFP' })
  const film = Buffer.from((await page.evaluate(FILM)) as string, 'base64')
  for (const [name, content] of [['film.webm', film] as const, ...FILES])
    await notebook.upload(cookie, id, name, content)
  const facts = async () =>
    (
      await notebook.call<{ real_name: string; has_thumbnail: number; pages: number | null }[]>(
        cookie,
        'GET',
        `/experiments/${id}/uploads`,
      )
    ).data
  await expect
    .poll(async () => (await facts()).filter(({ has_thumbnail }) => has_thumbnail === 1).length, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(2)

  await page.goto(`/experiments/${id}`)
  const files = page.getByRole('region', { name: 'Files' })
  const link = (name: string) => files.getByRole('link', { name, exact: true })
  const viewer = page.getByRole('dialog')
  const shown = (name: string) => page.getByRole('dialog', { name, exact: true }).waitFor()
  const thumbnail = files.getByRole('listitem').filter({ hasText: 'gel.png' }).locator('img')
  await thumbnail.scrollIntoViewIfNeeded()
  await expect
    .poll(() => thumbnail.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(320)

  // A picture: its facts, zoom, and moving with keys.
  await link('gel.png').press('Space')
  await shown('gel.png')
  expect(page.url()).toMatch(/\?file=\d+$/)
  await viewer.getByText('File 1 of 14').waitFor()
  await viewer.getByText(hash('sha256', PNG)).waitFor()
  await viewer.getByText('Ada Moreau').waitFor()
  const picture = viewer.getByRole('img', { name: 'gel.png' })
  const width = () => picture.evaluate((image) => (image as unknown as { width: number }).width)
  await expect.poll(width).toBeGreaterThan(300)
  const before = await width()
  for (let press = 0; press < 3; press++) await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(before * 2)
  const stage = viewer.getByRole('group', { name: 'gel.png' })
  const left = () => stage.evaluate((area) => (area as unknown as { scrollLeft: number }).scrollLeft)
  const middle = await left()
  await page.mouse.move(600, 400)
  await page.mouse.down()
  await page.mouse.move(500, 400)
  await page.mouse.up()
  await expect.poll(left).toBe(middle + 100)
  await page.keyboard.press('ArrowRight')
  await shown('gel.png')
  expect(await left()).toBe(middle + 180)
  await stage.dblclick()
  await expect.poll(width).toBe(before)
  await page.keyboard.press('+')
  await viewer.getByRole('button', { name: 'Fit' }).click()
  await expect.poll(width).toBe(before)
  await viewer.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url())

  // Pages of a PDF.
  await page.keyboard.press('ArrowRight')
  await shown('report.pdf')
  const pdfPage = (number: number) => viewer.getByRole('img', { name: `Page ${number} of 3 of report.pdf` })
  await expect
    .poll(() => pdfPage(1).evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(500)
  await page.keyboard.press('PageDown')
  await pdfPage(2).waitFor()
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await pdfPage(3).waitFor()

  // Its words are over the pictures: they are found, and can be selected.
  await page.keyboard.press('Control+f')
  await page.keyboard.type('second page')
  await viewer.getByText('1 match', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await viewer.getByText('1 of 1', { exact: true }).waitFor()
  const hit = viewer.locator('[data-page="2"] mark[data-current]').first()
  await hit.waitFor()
  const word = viewer.locator('[data-page="2"] span', { hasText: 'Second' })
  const [found, seen] = [await hit.boundingBox(), await word.boundingBox()]
  expect(Math.abs((found?.x ?? 0) - (seen?.x ?? 99))).toBeLessThan(3)
  expect(Math.abs((found?.width ?? 0) - (seen?.width ?? 99))).toBeLessThan(20)
  await word.dblclick()
  await page.keyboard.press('Control+c')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Second')

  // Code with colours, and what an instrument wrote in another encoding.
  await viewer.getByRole('button', { name: 'Next file' }).click()
  await shown('fit.py')
  await viewer.locator('pre span', { hasText: 'def' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByRole('columnheader', { name: 'Größe' }).waitFor()
  await viewer.getByRole('cell', { name: 'a;b' }).waitFor()

  // A long table: only visible rows are drawn, also at its end.
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('100,000 rows, 2 columns').waitFor()
  await viewer.getByRole('columnheader', { name: 'yield, mg' }).waitFor()
  expect(await viewer.getByRole('row').count()).toBeLessThan(100)
  await viewer.getByRole('group', { name: 'fractions.csv' }).focus()
  await page.keyboard.press('End')
  await viewer.getByRole('cell', { name: 'F99999' }).waitFor()
  expect(await viewer.getByRole('columnheader', { name: 'fraction', exact: true }).isVisible()).toBe(true)
  await page.keyboard.press('ArrowRight')
  await viewer.getByRole('button', { name: 'yield, mg' }).click()
  await viewer.getByRole('button', { name: 'yield, mg' }).click()
  await viewer.getByRole('group', { name: 'fractions.csv' }).focus()
  await page.keyboard.press('Home')
  await viewer.getByRole('cell', { name: 'F99999' }).waitFor()
  await viewer.getByLabel('Filter rows').fill('yield, mg < 1')
  await viewer.getByText('8 of 100,000 rows').waitFor()
  await viewer.getByRole('button', { name: 'Next file' }).click()

  // Markdown and JSON, rendered and as source.
  await viewer.getByRole('heading', { name: 'Buffer A' }).waitFor()
  await viewer.getByRole('cell', { name: 'NaCl' }).waitFor()
  await viewer.getByText(`<script>${RUN}</script>`).waitFor()
  expect(await viewer.getByRole('link', { name: 'here' }).count()).toBe(0)
  await viewer.getByRole('radio', { name: 'Text' }).check({ force: true })
  await viewer.getByText('# Buffer A').waitFor()
  await page.keyboard.press('Escape')
  await link('notes.md').and(page.locator(':focus')).waitFor()
  expect(page.url()).not.toContain('file=')
  await link('setup.json').press('Enter')
  await shown('setup.json')
  await viewer.getByText('12345678901234567890').waitFor()
  await viewer.getByText('steps: ').click()
  await viewer.getByText('[…] 2 items').waitFor()

  // What could run is shown as text.
  for (const [name, words] of [
    ['evil.html', HTML],
    ['evil.svg', SVG],
  ] as const) {
    await page.keyboard.press('ArrowRight')
    await shown(name)
    if (name === 'evil.html') await expect.poll(() => viewer.locator('pre').textContent()).toBe(words)
  }
  expect(await page.locator('iframe, object, embed').count()).toBe(0)

  await page.keyboard.press('ArrowRight')
  await shown('tone.wav')
  const sound = viewer.locator('audio')
  await expect.poll(() => sound.evaluate((media) => (media as unknown as { duration: number }).duration)).toBe(1)

  // A long text comes in parts.
  await page.keyboard.press('ArrowRight')
  await shown('run.log')
  await viewer.getByText('first line').waitFor()
  await viewer.getByText('Showing the first 1 MB of 1.3 MB.').waitFor()
  await viewer.getByRole('button', { name: 'Show more' }).click()
  await viewer.getByText('last line').waitFor()

  await page.keyboard.press('ArrowRight')
  await viewer.getByText('harmless').waitFor()
  await page.keyboard.press('ArrowRight')
  await shown('plate.zip')
  await viewer.getByText('No preview for this file type').waitFor()
  await page.keyboard.press('ArrowRight')
  await shown('film.webm')
  const video = viewer.locator('video')
  await expect.poll(() => video.evaluate((media) => (media as unknown as { videoWidth: number }).videoWidth)).toBe(300)
  expect(await viewer.getByRole('button', { name: 'Next file' }).isDisabled()).toBe(true)

  // "Back" closes it; a shared URL opens it; a wrong one says so.
  const address = page.url()
  await page.goBack()
  await viewer.waitFor({ state: 'detached' })
  await page.goto(address)
  await shown('film.webm')
  await viewer.getByRole('button', { name: 'Close' }).click()
  await link('film.webm').and(page.locator(':focus')).waitFor()

  // Words inside a file are found and link to it.
  await page.goto('/experiments?q=second+page')
  const reason = page.getByRole('link', { name: /^In the file report\.pdf: / })
  await reason.locator('mark', { hasText: 'Second' }).waitFor()
  await reason.click()
  await shown('report.pdf')

  await page.goto(`/experiments/${id}?file=999999`)
  await page.getByText('This file no longer exists').first().waitFor()
})

test('a table file goes into the text as a table, and as a plot with a caption', async () => {
  const { notebook, cookie, page } = await lab()
  const id = await notebook.experiment(cookie, { title: 'Growth', body: '<p>Curve:</p>' })
  await notebook.upload(cookie, id, 'growth.csv', 'h;OD\n0;0,05\n1;0,1\n2;0,4\n')
  await page.goto(`/experiments/${id}`)
  const files = page.getByRole('region', { name: 'Files' })
  const text = page.getByRole('textbox', { name: 'Main text' })
  await text.waitFor()
  await files.getByRole('button', { name: 'Actions for “growth.csv”' }).click()
  await page.getByRole('menuitem', { name: 'Insert into text' }).click()
  await text.getByRole('columnheader', { name: 'OD' }).waitFor()
  await text.getByRole('cell', { name: '0,4' }).waitFor()

  await files.getByRole('link', { name: 'growth.csv', exact: true }).click()
  const viewer = page.getByRole('dialog', { name: 'growth.csv' })
  await viewer.getByRole('radio', { name: 'Plot' }).check({ force: true })
  await viewer.getByRole('img', { name: 'OD over h' }).locator('canvas').first().waitFor()
  await viewer.getByRole('row', { name: /^OD 3 0\.05 0\.4 / }).waitFor()
  await viewer.getByLabel('Log Y').check()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  expect(await findBarriers(page)).toEqual([])
  await viewer.getByRole('button', { name: 'Insert into text' }).click()
  await viewer.waitFor({ state: 'detached' })
  const figure = text.locator('figure')
  await figure.getByText('OD over h (growth.csv)').waitFor()
  await expect
    .poll(() => figure.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThanOrEqual(1200)
  await files.getByRole('link', { name: 'growth plot.png', exact: true }).waitFor()
})
