import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { findButton, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { ExportDialog } from './ExportDialog.tsx'

test('the dialog of one entry offers paper and files, and does not speak of several', async () => {
  givenService()
  showPage(<ExportDialog entry={{ type: 'experiments', id: 3, title: 'Elution' } as Entity} close={() => {}} />)
  await expect.poll(shownText).toContain('CSV table')
  expect(shownText()).toContain('Print this page')
  expect(shownText()).toContain('A document to hand in')
  expect(shownText()).toContain('PDF/A')
  expect(shownText()).toContain('.eln archive')
  expect(shownText()).not.toMatch(/each entry|per entry|entries/)
})

test('an .eln archive is asked for with the ending and version that were chosen, also the next time', async () => {
  localStorage.removeItem('aliquot-eln-archive')
  const asked: string[] = []
  const answer = ({ url }: Request) => {
    asked.push(new URL(url).search)
    return 'lost' as const
  }
  givenService({ 'GET /experiments/3': answer, 'HEAD /experiments/3': answer })
  const dialog = <ExportDialog entry={{ type: 'experiments', id: 3, title: 'Elution' } as Entity} close={() => {}} />
  showPage(dialog)
  const options = await findButton('Ending and version of the archive')
  expect(options.ariaExpanded ?? options.getAttribute('aria-expanded')).toBe('false')
  options.click()
  await expect.poll(() => options.getAttribute('aria-expanded')).toBe('true')
  const choose = (label: string) =>
    [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.click()
  choose('.eln.zip')
  choose('RO-Crate 1.2')
  await expect.poll(shownText).toContain('As .eln.zip, RO-Crate 1.2')

  document.querySelectorAll<HTMLElement>('button').forEach((button) => {
    if (button.textContent?.startsWith('.eln archive')) button.click()
  })
  await expect.poll(() => asked.join()).toContain('ending=eln.zip')
  expect(asked.join()).toContain('rocrate=1.2')
  localStorage.removeItem('aliquot-eln-archive')
})
