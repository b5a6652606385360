import type { BenchResult } from './bench.ts'
import type { LoadResult } from './load.ts'
import { SOUGHT } from './seed.ts'

/** Prints the ratios that the README quotes, each beside what it should be. */
export function printReport({ engine, bareHttp, bareInserts, sizes }: BenchResult): void {
  const [small, large] = [sizes[0], sizes.at(-1)]
  if (!small || !large) return
  const of = (name: string, size = large) => size.scenarios[name] as LoadResult
  const bare = bareHttp[16] ?? 0
  const read = of('comment read').perSecond
  const create = of('comment create, 64 connections')
  const growth = (name: string) => of(name, small).perSecond / of(name, large).perSecond

  console.log(
    `\n${engine}, ${large.experiments} experiments; bare node:http ${bare}/s, bare insert + fsync ${bareInserts}/s`,
  )
  console.table({
    'comment read / bare http': row(read / bare, '≥ 0.35', of('comment read')),
    'experiment read / bare http': row(of('experiment read').perSecond / bare, '≥ 0.15', of('experiment read')),
    'list of 15 / bare http': row(of('list of 15').perSecond / bare, '', of('list of 15')),
    'comment create at 64 / comment read': row(create.perSecond / read, '≥ 0.50', create),
    'comment create at 64 / bare insert': row(create.perSecond / bareInserts, '> 1', create),
    'comment create at 1 / bare insert': row(
      of('comment create, 1 connection').perSecond / bareInserts,
      '',
      of('comment create, 1 connection'),
    ),
    [`list of 15: cost at ${large.experiments} / at ${small.experiments}`]: row(growth('list of 15'), '≤ 1.3'),
    ...Object.fromEntries(
      Object.keys(SOUGHT).map((where) => {
        const name = `q, word ${where}`
        return [`${name}: the same`, row(growth(name), '≤ 1.3', of(name))]
      }),
    ),
    'ready after, s': row(large.startSeconds, '≤ 1'),
    'idle memory, MB': row(large.idleMemoryMb, '≤ 150'),
    [`streaming ${large.stream.rows} rows: growth, MB`]: row(large.stream.growthMb, '≤ 50'),
  })
}

function row(value: number, wanted: string, load?: LoadResult) {
  const measured = load && { 'per second': Math.round(load.perSecond), 'p50 ms': load.p50, 'p99 ms': load.p99 }
  return { value: Math.round(value * 100) / 100, wanted, ...measured }
}
