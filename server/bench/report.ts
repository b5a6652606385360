import type { BenchResult } from './bench.ts'
import type { LoadResult } from './load.ts'
import { CREATE, CREATE_ON_ONE, type Measured } from './measure.ts'
import { SOUGHT } from './seed.ts'

/** Prints the ratios that docs/measurements.md quotes, each with its target. */
export function printReport({ engine, sizes }: BenchResult): void {
  const [small, large] = [sizes[0], sizes.at(-1)]
  if (!small || !large) return
  const of = (name: string, size = large) => size.scenarios[name] as Measured
  const against = (name: string, yardstick: keyof Measured['ratios'], wanted = '') =>
    row(of(name).ratios[yardstick] ?? 0, wanted, of(name))
  const growth = (name: string) => row(of(name, small).perSecond / of(name, large).perSecond, '≤ 1.3', of(name))

  console.log(`\n${engine}, ${large.experiments} experiments`)
  console.table({
    'comment read / bare http': against('comment read', 'http', '≥ 0.35'),
    'experiment read / bare http': against('experiment read', 'http', engine === 'postgres' ? '≥ 0.15' : '≥ 0.25'),
    'list of 15 / bare http': against('list of 15', 'http', engine === 'postgres' ? '≥ 0.07' : '≥ 0.15'),
    'short list of 15 / bare http': against('short list of 15', 'http', engine === 'postgres' ? '' : '≥ 0.20'),
    'comment create at 64, on 64 entries / comment read': against(CREATE, 'reads', '≥ 0.50'),
    'comment create at 64, on one entry / comment read': against(CREATE_ON_ONE, 'reads', '≥ 0.50'),
    ...(engine === 'postgres'
      ? {
          'comment create at 64, on 64 entries / pgbench -N': against(CREATE, 'pgbench', '≥ 0.40'),
          'comment create at 64, on one entry / pgbench -N': against(CREATE_ON_ONE, 'pgbench', '≥ 0.25'),
        }
      : {
          'comment create at 64, on 64 entries / bare insert': against(CREATE, 'inserts', '> 1'),
          'comment create at 64, on one entry / bare insert': against(CREATE_ON_ONE, 'inserts', '> 1'),
          'comment create at 1 / bare insert': against('comment create, 1 connection', 'inserts'),
        }),
    [`list of 15: cost at ${large.experiments} / at ${small.experiments}`]: growth('list of 15'),
    ...Object.fromEntries(
      Object.keys(SOUGHT).map((where) => [`q, word ${where}: the same`, growth(`q, word ${where}`)]),
    ),
    'ready after, s': row(large.startSeconds, '≤ 1'),
    'ready after, s of CPU time': row(large.startCpuSeconds, ''),
    [`the same at ${small.experiments}`]: row(small.startCpuSeconds, ''),
    'idle memory, MB': row(large.idleMemoryMb, '≤ 150'),
    [`streaming ${large.stream.rows} rows: growth, MB`]: row(large.stream.growthMb, '≤ 50'),
  })
}

function row(value: number, wanted: string, load?: LoadResult) {
  const measured = load && { 'per second': Math.round(load.perSecond), 'p50 ms': load.p50, 'p99 ms': load.p99 }
  return { value: Math.round(value * 100) / 100, wanted, ...measured }
}
