import type { WebResult } from './web.ts'

/** Prints the results, each with its target. */
export function printWebReport({ browser, firstLoad, list, entry }: WebResult): void {
  const [few, many] = list.map(({ experiments, runs }) => ({ experiments, time: median(runs) }))
  if (!few || !many) return
  const threads = Object.entries(entry.typing)
  const size = `${Math.round(entry.characters / 1000)} kB`
  console.log(
    `\nChromium ${browser}; medians of ${list[0]?.runs.length} runs, each in a browser that has nothing cached`,
  )
  console.table({
    'first load of the list: JavaScript, kB gzipped': row(firstLoad.scriptBytes / 1000, '≤ 180'),
    'the same: files of JavaScript': row(firstLoad.scripts),
    'editor, not part of it: kB gzipped': row(firstLoad.editorBytes / 1000, '> 0'),
    [`first rows painted, ${few.experiments} experiments, ms`]: row(few.time),
    [`first rows painted, ${many.experiments} experiments, ms`]: row(many.time),
    'the second / the first': row(many.time / few.time, '≤ 1.3'),
    [`opening an entry of ${size}, ms`]: row(median(entry.opening)),
    ...Object.fromEntries(
      threads.map(([place, { longest, long }]) => [
        `typing there, ${place}: longest block, ms`,
        {
          ...row(longest.wall, '≤ 50'),
          CPU: round(longest.cpu),
          'over 50 ms': long.wall,
          'over 50 ms of CPU': long.cpu,
        },
      ]),
    ),
  })
}

function row(value: number, wanted = '') {
  return { value: round(value), wanted }
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
