import { expect, test } from 'vitest'
import { eln } from '../server/test/archives/eln.ts'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab } from './harness.ts'

const ARCHIVE = eln(
  [
    {
      ...{ '@id': './crystals/', '@type': 'Dataset', name: 'Crystals of 2019', genre: 'experiment' },
      ...{ text: '<p>Grown slowly</p>', temporal: '2019-03-04', keywords: 'salt', dateCreated: '2019-03-04T10:00:00Z' },
      ...{ author: { '@id': 'person://1' }, comment: [{ '@id': 'comment://1' }] },
      hasPart: [{ '@id': './crystals/gel.txt' }],
    },
    { '@id': './crystals/gel.txt', '@type': 'File', name: 'gel.txt', sha256: '0'.repeat(64) },
    { '@id': './buffer/', '@type': 'Dataset', name: 'Buffer B', genre: 'resource' },
    { '@id': 'person://1', '@type': 'Person', givenName: 'Marie', familyName: 'Curie', email: 'marie@example.org' },
    { '@id': 'comment://1', '@type': 'Comment', text: 'Well done', author: { '@id': 'person://1' } },
  ],
  { 'crystals/gel.txt': 'lanes' },
)

test('an archive is looked at, imported and undone, and entries say who wrote them elsewhere', async () => {
  const { page } = await lab()
  await page.goto('/import')
  await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
  expect(await findBarriers(page)).toEqual([])

  const file = { name: 'old-lab.eln', mimeType: 'application/zip', buffer: ARCHIVE }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Import 2 entries' }).waitFor()
  for (const words of ['Crystals of 2019', 'Grown slowly', 'Buffer B', 'Marie Curie', 'name is kept'])
    await page.getByText(words).first().waitFor()
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }

  await page.getByRole('button', { name: 'Import 2 entries' }).click()
  await page.getByText('2 entries came in.').waitFor()
  await page.getByText('A file differs from what the archive says about it').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const address = page.url()

  await page.getByRole('link', { name: 'Crystals of 2019' }).click()
  await page.getByText('Written by Marie Curie', { exact: false }).waitFor()
  await page.getByText('imported by', { exact: false }).first().waitFor()
  await page.getByText('Well done').waitFor()

  // It is still there after a reload.
  await page.goto(address)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('group').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('2 entries are in the trash.').waitFor()
  await page.getByRole('link', { name: 'All imports' }).click()
  await page.getByRole('list', { name: 'Earlier imports' }).getByText('Undone').waitFor()

  // The palette leads there, too.
  await page.goto('/experiments')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('import')
  await page
    .getByRole('option', { name: /^Import/ })
    .first()
    .click()
  await page.getByText('old-lab.eln').waitFor()
})

test('a file that is no archive is refused with its reason', async () => {
  const { page } = await lab()
  await page.goto('/import')
  const file = { name: 'broken.eln', mimeType: 'application/zip', buffer: Buffer.from('no archive') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('Failed').waitFor()
  expect(await page.getByRole('alert').textContent()).not.toBe('')
})
