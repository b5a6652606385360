import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../../../web')
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

test('browsers that show no SVG in a tab get a small icon of three sizes', () => {
  const icon = readFileSync(join(WEB, 'static/favicon.ico'))
  expect(icon.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 3, 0]))
  const lines = [6, 22, 38]
  expect(lines.map((line) => icon.readUInt8(line))).toEqual([16, 32, 48])
  for (const line of lines) {
    const at = icon.readUInt32LE(line + 12)
    expect(icon.subarray(at, at + PNG.length)).toEqual(PNG)
  }
  expect(icon.length).toBeLessThan(8_000)
  expect(readFileSync(join(WEB, 'index.html'), 'utf8')).toContain('href="/favicon.ico"')
})
