import { expect, test } from 'vitest'
import { sealText, unsealText } from './encrypted-text.ts'

test('a sealed text opens with its secret and its place alone', () => {
  const sealed = sealText('{"key":"7-abc"}', 'secret', 'place')
  expect(sealed).not.toContain('7-abc')
  expect(Buffer.from(sealed.slice('sealed:'.length), 'base64url').toString('latin1')).not.toContain('7-abc')
  expect(unsealText(sealed, 'secret', 'place')).toBe('{"key":"7-abc"}')
  expect(unsealText(sealed, 'Secret', 'place')).toBeUndefined()
  expect(unsealText(sealed, 'secret', 'elsewhere')).toBeUndefined()
})

test('the same text is sealed differently each time', () => {
  expect(sealText('x', 'secret', 'place')).not.toBe(sealText('x', 'secret', 'place'))
})

test('a sealed text that was altered anywhere does not open', () => {
  const bytes = Buffer.from(sealText('hello', 'secret', 'place').slice('sealed:'.length), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const altered = Buffer.from(bytes)
    altered.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    expect(unsealText(`sealed:${altered.toString('base64url')}`, 'secret', 'place')).toBeUndefined()
  }
  expect(unsealText('sealed:', 'secret', 'place')).toBeUndefined()
  expect(unsealText(`sealed:${bytes.subarray(0, 30).toString('base64url')}`, 'secret', 'place')).toBeUndefined()
})

test('plain JSON stays as it is', () => {
  expect(unsealText('{"id":7}', 'secret', 'place')).toBe('{"id":7}')
})
