import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import pino from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { MessageWriter } from '../src/db/postgres/pipeline/message-writer.ts'
import { Pipeline } from '../src/db/postgres/pipeline/pipeline.ts'
import { openContext } from '../src/start.ts'

const WARM_UP = 5
const RUNS = 10

type Send = (method: 'POST' | 'PATCH', path: string, body: object) => Promise<{ headers: Record<string, unknown> }>

/** Statements of a request, begin and commit included, and the round trips that they take. */
export interface Statements {
  statements: number
  trips: number
}

/** Counts the statements of each kind of request on the database of these settings. */
export async function countStatements<K extends string>(
  env: Record<string, string>,
  key: string,
  kinds: Record<K, (send: Send, run: number) => Promise<unknown>>,
): Promise<Record<K, Statements>> {
  const counter = watch()
  const ctx = await openContext(readConfig({ ...process.env, ...env }), pino({ level: 'silent' }))
  const app = buildApp(ctx)
  const send: Send = async (method, path, body) => {
    const answer = await app.inject({ method, url: `/api/v2${path}`, headers: { authorization: key }, payload: body })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    return answer
  }
  const counts = {} as Record<K, Statements>
  for (const [kind, run] of Object.entries(kinds) as [K, (send: Send, run: number) => Promise<unknown>][]) {
    const each: Statements[] = []
    for (let number = 0; number < WARM_UP + RUNS; number++) {
      const before = { ...counter }
      await run(send, number)
      const { statements, trips } = counter
      if (number >= WARM_UP) each.push({ statements: statements - before.statements, trips: trips - before.trips })
    }
    // The least: what runs now and then, such as a checkpoint, does not belong to the request.
    counts[kind] = {
      statements: Math.min(...each.map(({ statements }) => statements)),
      trips: Math.min(...each.map(({ trips }) => trips)),
    }
  }
  await app.close()
  await ctx.db.close()
  return counts
}

/** Counts what the drivers send from now on, in this process. SQLite has no round trips. */
function watch(): Statements {
  const counter = { statements: 0, trips: 0 }
  const counting = <T extends object, N extends keyof T>(of: T, name: N, counted: readonly (keyof Statements)[]) => {
    const original = of[name] as (...args: unknown[]) => unknown
    of[name] = function (this: unknown, ...args: unknown[]) {
      for (const what of counted) counter[what]++
      return original.apply(this, args)
    } as T[N]
  }
  counting(StatementSync.prototype, 'all', ['statements'])
  counting(StatementSync.prototype, 'run', ['statements'])
  counting(DatabaseSync.prototype, 'exec', ['statements'])
  counting(pg.Client.prototype, 'query', ['statements', 'trips'])
  counting(Pipeline.prototype, 'run', ['statements'])
  counting(MessageWriter.prototype, 'take', ['trips'])
  return counter
}
