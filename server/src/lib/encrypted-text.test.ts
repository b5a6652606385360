import { expect, test } from 'vitest'
import { decryptText, encryptText } from './encrypted-text.ts'

test('a sealed text opens with its secret and its place alone', () => {
  const sealed = encryptText('{"key":"7-abc"}', 'secret', 'place')
  expect(sealed).not.toContain('7-abc')
  expect(Buffer.from(sealed.slice('sealed:'.length), 'base64url').toString('latin1')).not.toContain('7-abc')
  expect(decryptText(sealed, 'secret', 'place')).toBe('{"key":"7-abc"}')
  expect(decryptText(sealed, 'Secret', 'place')).toBeUndefined()
  expect(decryptText(sealed, 'secret', 'elsewhere')).toBeUndefined()
})

test('the same text is sealed differently each time', () => {
  expect(encryptText('x', 'secret', 'place')).not.toBe(encryptText('x', 'secret', 'place'))
})

test('a sealed text that was altered anywhere does not open', () => {
  const bytes = Buffer.from(encryptText('hello', 'secret', 'place').slice('sealed:'.length), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const altered = Buffer.from(bytes)
    altered.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    expect(decryptText(`sealed:${altered.toString('base64url')}`, 'secret', 'place')).toBeUndefined()
  }
  expect(decryptText('sealed:', 'secret', 'place')).toBeUndefined()
  expect(decryptText(`sealed:${bytes.subarray(0, 30).toString('base64url')}`, 'secret', 'place')).toBeUndefined()
})

test('plain JSON stays as it is', () => {
  expect(decryptText('{"id":7}', 'secret', 'place')).toBe('{"id":7}')
})
