import { expect, test } from 'vitest'
import { showPage } from '../../../test/page.tsx'
import { encode, QrCode } from './QrCode.tsx'

test('a code has its three corners and differs by what it says', async () => {
  const { size, path } = await encode('http://notebook.test/experiments/7')
  // Rows of the corners begin and end with seven dark modules.
  expect(path).toMatch(new RegExp(`^M0 0h7v1h-7z.*M${size - 7} 0h7v1h-7z`))
  expect(path).toContain(`M0 ${size - 1}h7v1h-7z`)
  expect((await encode('http://notebook.test/experiments/8')).path).not.toBe(path)
})

test('a code has a name and white around it', async () => {
  showPage(<QrCode value="http://notebook.test/experiments/7" label="QR code" />)
  await expect.poll(() => document.querySelector('svg[role="img"]')?.getAttribute('aria-label')).toBe('QR code')
  expect(document.querySelector('svg')?.getAttribute('viewBox')).toMatch(/^-4 -4 /)
})
