import { mergeTexts } from '../../web/src/features/saving/merge.ts'

const CELLS = [250, 500, 1000, 1500, 2000]
const COLUMNS = 5

/**
 * What it costs the page to merge two texts with a table of distinct numbers, where each side changed one word: around
 * the table, and in it. CPU time, the minimum of several rounds.
 */
export function benchMerge({ rounds }: { rounds: number }): void {
  console.log('cells      kB   around the table   in the table')
  for (const cells of CELLS) {
    const text = `<p>first words</p>${table(cells)}<p>last words</p>`
    const around = cpuTime(rounds, text, ['first', 'last'])
    const inside = cpuTime(rounds, text, ['<p>0.', `<p>${cells - 1}.`])
    const columns = [cells, Math.round(text.length / 1024), `${around.toFixed(1)} ms`, `${inside.toFixed(1)} ms`]
    console.log(columns.map((value, index) => String(value).padStart([5, 8, 19, 15][index] ?? 0)).join(''))
  }
}

function table(cells: number): string {
  const row = (number: number) =>
    Array.from(
      { length: COLUMNS },
      (_none, column) => `<td><p>${number * COLUMNS + column}.${(number * 7) % 97}</p></td>`,
    )
  const rows = Array.from({ length: cells / COLUMNS }, (_none, number) => `<tr>${row(number).join('')}</tr>`)
  return `<table><tbody>${rows.join('')}</tbody></table>`
}

function cpuTime(rounds: number, text: string, [mine, theirs]: [string, string]): number {
  const change = (word: string) => text.replace(word, `${word} more `)
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage()
    const merged = mergeTexts({ mine: change(mine), base: text, theirs: change(theirs), kind: 'html' })
    if (merged === undefined) throw new Error('The texts were not merged')
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
