import { expect, test } from 'vitest'
import { HashIndex, hashOf, TextHash } from './hash-index.ts'

test('each of very many texts is found by its hash, and no other', () => {
  const index = new HashIndex()
  for (let row = 0; row < 200_000; row++) index.set(hashOf(`root/${row % 7}/file-${row}.txt`), row)
  for (let row = 0; row < 200_000; row += 37) expect(index.get(hashOf(`root/${row % 7}/file-${row}.txt`))).toBe(row)
  for (const text of ['', 'root', 'root/1/file-2.txt', 'file-5.txt']) expect(index.get(hashOf(text))).toBeUndefined()
})

test('a hash takes a text in pieces, and is a whole number', () => {
  const hash = new TextHash()
  for (const code of [0x61, 0x2f, 0xe9]) hash.add(code)
  expect(hash.value).toBe(hashOf('a/é'))
  expect(Number.isSafeInteger(hash.value) && hash.value >= 0).toBe(true)
})
