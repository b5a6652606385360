import type { SharedEntity } from '@aliquot/contract/shared'
import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { SharedFiles } from './SharedFiles.tsx'

const FILE = {
  id: 12,
  real_name: 'run 2/yield.csv',
  comment: 'Lane 3 is the control',
  filesize: 14,
  mime_type: 'text/csv',
}

function showFiles(files: SharedEntity['files']) {
  const entry = { type: 'experiments', id: 7, files } as unknown as SharedEntity
  showPage(
    <main>
      <SharedFiles entry={entry} accessKey="k y" />
    </main>,
  )
}

test('the files of a shared entry can be downloaded with the key of the link', async () => {
  showFiles([FILE])
  await expect.poll(() => document.querySelector('main a')).not.toBeNull()
  const link = document.querySelector<HTMLAnchorElement>('main a')
  expect(link?.getAttribute('href')).toBe('/api/v2/shared/experiments/7/files/12/download?access_key=k+y')
  expect(link?.download).toBe('yield.csv')
  expect(shownText()).toContain('Lane 3 is the control')
})

test('without files there is no list', async () => {
  showFiles([])
  await expect.poll(() => document.querySelector('main')).not.toBeNull()
  expect(document.querySelector('main section')).toBeNull()
})
