import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openIncoming, receive } from './incoming.ts'

test('a large content is written as it comes, and its memory is given back where nobody else has it', async () => {
  const folder = makeFolder()
  const chunks = Array.from({ length: 8 }, (_, n) => Buffer.allocUnsafeSlow(100_000).fill(n))
  const shared = Buffer.allocUnsafeSlow(200_000).fill('s')
  const sent = [...chunks, shared.subarray(0, 100_000)]
  const whole = Buffer.concat(sent)

  const received = await receive(openIncoming(folder), stream(sent), { ownsChunks: true })

  expect(received).toMatchObject({ hash: hash('sha256', whole), size: whole.length, held: undefined })
  expect(readFileSync(received.path).equals(whole)).toBe(true)
  expect(received.head.equals(whole.subarray(0, 4096))).toBe(true)
  expect(chunks.map((chunk) => chunk.length)).toEqual(Array(8).fill(0))
  expect(shared.every((byte) => byte === 's'.charCodeAt(0))).toBe(true)
})

test('whoever has the chunks, too, keeps them', async () => {
  const chunks = Array.from({ length: 4 }, () => Buffer.allocUnsafeSlow(100_000).fill('k'))
  await receive(openIncoming(makeFolder()), stream(chunks))
  expect(chunks.map((chunk) => chunk.length)).toEqual(Array(4).fill(100_000))
})

test('a small content is held and written nowhere', async () => {
  const folder = makeFolder()
  const received = await receive(openIncoming(folder), stream([Buffer.from('two '), Buffer.from('parts')]), {
    ownsChunks: true,
  })
  expect(received.held?.toString()).toBe('two parts')
  expect(readdirSync(folder)).toEqual([])
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-incoming-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function* stream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}
