import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { SharedReads } from './shared-reads.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

test.runIf(onPostgres)(
  'a lookup of one turn is sent once, and again in the next turn and on a new connection',
  async () => {
    const { ctx } = await testApp()
    const reads = new SharedReads(ctx.config.DATABASE_URL ?? '', 1, 10_000, async () => [{ at: 'alone' }])
    onTestFinished(() => reads.close())
    const ask = async (name = 'x') =>
      (await reads.run('select $1::text as name, clock_timestamp()::text as at', [name])) as {
        name: string
        at: string
      }[]
    const [first, same, other] = await Promise.all([ask(), ask(), ask('y')])
    expect(same).toEqual(first)
    expect(same[0]).not.toBe(first[0])
    expect(other).not.toEqual(first)
    const [later] = await ask()
    expect(later?.at).not.toBe(first[0]?.at)
    await reads.run('select pg_terminate_backend(pg_backend_pid())', [])
    const [last] = await ask()
    expect([first[0]?.at, later?.at, 'alone']).not.toContain(last?.at)
  },
)
