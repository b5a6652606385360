import type { Upload } from '@aliquot/contract/uploads'
import { expect, onTestFinished, test } from 'vitest'
import { showPage } from '../../../test/page.tsx'
import { reportReached } from '../../api/reachability.ts'
import { FilePreview } from './FilePreview.tsx'

test('a thumbnail that failed offline is shown when the service is back', async () => {
  onTestFinished(() => reportReached(true))
  const picture = () => document.querySelector('img')
  reportReached(false)
  const file = { id: 1, type: 'experiments', item_id: 5, mime_type: 'image/png', has_thumbnail: 1 } as Upload
  showPage(<FilePreview file={file} />)
  await expect.poll(picture).not.toBeNull()
  picture()?.dispatchEvent(new Event('error'))
  await expect.poll(picture).toBeNull()
  reportReached(true)
  await expect.poll(picture).not.toBeNull()
})
