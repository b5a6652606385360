import { expect, test } from 'vitest'
import { mergeTexts } from './merge.ts'
import { tableOf } from './merge-example.ts'

// Imported by a variable, so that TypeScript does not follow it: the page must not see Node's types.
const node = 'node:process'
const { cpuUsage } = (await import(/* @vite-ignore */ node)) as { cpuUsage(): { user: number; system: number } }

/** CPU time and not wall time, because the machine is shared. */
function cpuTime(run: () => void): number {
  const now = () => cpuUsage().user + cpuUsage().system
  const times = Array.from({ length: 5 }, () => {
    const start = now()
    run()
    return now() - start
  })
  return Math.min(...times)
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index))
const numbers = (rows: number) => tableOf(...lines(rows, (row) => `${row} ${row}.5 ${row * 7} x${row} ${row % 10}`))

test.each<[string, (size: number) => string, number]>([
  ['tables of different numbers', (rows) => `<p>first</p>${numbers(rows)}<p>last</p>`, 2000],
  [
    'a table in which both write',
    (rows) =>
      numbers(rows)
        .replace('>0<', '>first<')
        .replace(/x\d+(?!.*x)/, 'last'),
    400,
  ],
  ['identical paragraphs', (count) => `<p>first</p>${'<p>the same words</p>'.repeat(count)}<p>last</p>`, 3000],
  ['words of one paragraph', (count) => `<p>first ${lines(count, (n) => `w${n % 500}`).join(' ')} last</p>`, 3000],
])('the time of a merge grows with the length, not faster: %s', (_name, make, size) => {
  const time = (text: string) =>
    cpuTime(() => {
      const merged = mergeTexts({
        mine: text.replace('first', 'mine'),
        base: text,
        theirs: text.replace('last', 'theirs'),
        kind: 'html',
      })
      expect(merged).toBe(text.replace('first', 'mine').replace('last', 'theirs'))
    })
  time(make(size))
  const ratio = time(make(4 * size)) / time(make(size))
  // Linear would be 4, quadratic 16, and the old cubic one 64.
  expect(ratio).toBeLessThan(10)
})
