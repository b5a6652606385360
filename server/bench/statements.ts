import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import pino from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/start.ts'

const WARM_UP = 5
const RUNS = 10

type Send = (method: 'POST' | 'PATCH', path: string, body: object) => Promise<{ headers: Record<string, unknown> }>

/** Counts the statements of each kind of request on the database of these settings, begin and commit included. */
export async function countStatements<K extends string>(
  env: Record<string, string>,
  key: string,
  kinds: Record<K, (send: Send, run: number) => Promise<unknown>>,
): Promise<Record<K, number>> {
  const counter = watch()
  const ctx = await openContext(readConfig({ ...process.env, ...env }), pino({ level: 'silent' }))
  const app = buildApp(ctx)
  const send: Send = async (method, path, body) => {
    const answer = await app.inject({ method, url: `/api/v2${path}`, headers: { authorization: key }, payload: body })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    return answer
  }
  const counts = {} as Record<K, number>
  for (const [kind, run] of Object.entries(kinds) as [K, (send: Send, run: number) => Promise<unknown>][]) {
    const each: number[] = []
    for (let number = 0; number < WARM_UP + RUNS; number++) {
      const before = counter.total
      await run(send, number)
      if (number >= WARM_UP) each.push(counter.total - before)
    }
    // The least: what runs now and then, such as a checkpoint, does not belong to the request.
    counts[kind] = Math.min(...each)
  }
  await app.close()
  await ctx.db.close()
  return counts
}

/** Counts what both drivers send from now on, in this process. */
function watch(): { total: number } {
  const counter = { total: 0 }
  const counting = <T extends object, N extends keyof T>(of: T, name: N) => {
    const original = of[name] as (...args: unknown[]) => unknown
    of[name] = function (this: unknown, ...args: unknown[]) {
      counter.total++
      return original.apply(this, args)
    } as T[N]
  }
  counting(StatementSync.prototype, 'all')
  counting(StatementSync.prototype, 'run')
  counting(DatabaseSync.prototype, 'exec')
  counting(pg.Client.prototype, 'query')
  return counter
}
