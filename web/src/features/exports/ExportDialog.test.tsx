import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { ExportDialog } from './ExportDialog.tsx'

test('the dialog of one entry offers paper and files, and does not speak of several', async () => {
  givenService()
  showPage(<ExportDialog entry={{ type: 'experiments', id: 3, title: 'Elution' } as Entity} close={() => {}} />)
  await expect.poll(shownText).toContain('CSV table')
  expect(shownText()).toContain('Print or PDF')
  expect(shownText()).not.toMatch(/each entry|per entry|entries/)
})
