import { expect, test } from 'vitest'
import { z } from 'zod'
import { writeInTurns } from './write-in-turns.ts'

const Row = z.object({ body: z.string() })
const schema = z.object({
  extra: z.string().optional(),
  id: z.int(),
  body: z.string().nullable(),
  html: z.string().nullable(),
  rows: z.array(Row),
  rest: z.unknown(),
})

test('a long record is written as at once, also where a piece ends inside of a character', async () => {
  for (const shift of [0, 1, 2, 3]) {
    const body = `${'x'.repeat(shift)}${'😀"\n'.repeat(150_000)}`
    const rows = [{ body }, ...Array.from({ length: 3000 }, (_, n) => ({ body: `${n} "`.repeat(50) }))]
    const record = { id: 1, body, html: body, rows, rest: { list: [1, null, 'é'], none: {} }, extra: 'x' }
    const { parts, text } = await writeInTurns(schema, record)
    expect(text === JSON.stringify(record)).toBe(true)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(600_000)
  }
})

test('a short record is one text, in the order of answers and without other keys', async () => {
  const record = { extra: 'x', rest: [], body: null, id: 1, html: 'a', rows: [], secret: 1 }
  const { parts } = await writeInTurns(schema, record)
  expect(parts).toEqual(['{"id":1,"body":null,"html":"a","rows":[],"rest":[],"extra":"x"}'])
  const { text } = await writeInTurns(schema, { id: 2, body: '', html: '', rows: [], rest: {}, extra: undefined })
  expect(text).toBe('{"id":2,"body":"","html":"","rows":[],"rest":{}}')
})

test('others get their turn while it is written', async () => {
  let isAnswered = false
  setImmediate(() => {
    isAnswered = true
  })
  const body = '😀"\n'.repeat(2_000_000)
  await writeInTurns(schema, { id: 1, body, html: null, rows: [], rest: null })
  expect(isAnswered).toBe(true)
})
