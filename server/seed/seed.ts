import { parseArgs } from 'node:util'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import type { Context } from '../src/context.ts'
import { CommandProblem } from '../src/errors.ts'
import { plainMessage } from '../src/plain-message.ts'
import { openContext } from '../src/start.ts'
import { fillQuickly, makeWhole } from './bulk.ts'
import { makeEntries } from './entries.ts'
import { showProgress } from './progress.ts'
import { hasPeople, makeWorld, type SeededTeam } from './world.ts'

/**
 * Fills an instance with a made-up past. People and teams are made by the service itself, entries as rows like those that
 * it writes: journalled, sealed and indexed. For measurements, and to see how the interface feels after years.
 *
 *     npm run seed -- [--entries 1000000] [--users 2000] [--teams 50]
 *
 * Where it writes is said as for `npm start`: DATA_DIR or DATABASE_URL. No other process may serve it meanwhile. Ended with
 * Ctrl-C, it leaves fewer entries. After a crash, what is missing is made when it is started again.
 */
export async function seed(
  ctx: Context,
  size: { entries: number; users: number; teams: number },
  signal?: AbortSignal,
): Promise<SeededTeam[]> {
  if (await makeWhole(ctx)) console.log('An earlier run ended in the middle. Its indexes and totals are made now.')
  await requireUnseeded(ctx)
  const past = inThePast(ctx, size.entries)
  console.log(`Making ${size.teams} teams and ${size.users} people …`)
  const world = await makeWorld(past, size)
  const onProgress = showProgress(size.entries)
  await fillQuickly(ctx, () => makeEntries(past, world, size.entries, { onProgress, signal }))
  return world
}

async function requireUnseeded({ db }: Context): Promise<void> {
  if (await hasPeople(db.read)) throw new CommandProblem('This instance has been seeded already: seed a fresh one')
}

const YEARS_MS = 5 * 365 * 86_400_000

/** A clock of the seeded years: it advances with each read and ends in the present. */
function inThePast(ctx: Context, entries: number): Context {
  const end = Date.parse(ctx.now())
  const step = YEARS_MS / (3 * entries)
  let at = end - YEARS_MS
  return {
    ...ctx,
    now: () => {
      at = Math.min(end, at + step)
      return new Date(at).toISOString()
    },
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      entries: { type: 'string', default: '1000000' },
      users: { type: 'string', default: '2000' },
      teams: { type: 'string', default: '50' },
    },
  })
  const [entries, users, teams] = [values.entries, values.users, values.teams].map(positive) as [number, number, number]
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
  const ctx = await openContext(readConfig(process.env), pino({ level: 'warn' }))
  try {
    await seed(ctx, { entries, users, teams }, interrupted.signal)
    if (interrupted.signal.aborted) process.exitCode = 1
  } catch (error) {
    console.error(plainMessage(error) ?? error)
    process.exitCode = 1
  } finally {
    await ctx.db.close()
  }
}

function positive(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${text} is no positive whole number`)
  return number
}
