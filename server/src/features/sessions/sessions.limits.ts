import type { Context } from '../../context.ts'
import { TooMany } from '../../errors.ts'
import { clientKey } from '../../lib/rate-limit.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import * as repo from './sessions.limits.repo.ts'

declare module '../../context.ts' {
  interface Context {
    /** How many of them this process has checked, to look at the number of rows from time to time. */
    signInAttempts: { made: number }
  }
}

const MINUTE = 60_000
const MOST_ROWS = 100_000
/** How many attempts of a process pass between two looks at the number of rows. */
const ATTEMPTS_BETWEEN_LOOKS = 500

/** How often guesses of one kind may fail within a stretch of time that starts with the first one. */
interface Budget {
  key: string
  most: number
  withinMs: number
  /** Fewer, while others fail at the same account. */
  strained?: { by: string; from: number; most: number }
  /** A right password wipes out what failed before. */
  isForgiven?: boolean
}

/**
 * For a browser that the account does not know. One client has ten guesses at one account, and fifty at all of them: more
 * than one person may sit behind an address. Guesses of others never keep anybody out of their own account: when many
 * clients guess at one, each of them has three.
 */
export function budgetsOfStranger(account: string, address: string): Budget[] {
  const client = clientKey(address)
  const all = { key: keyOf('account', account), most: Number.POSITIVE_INFINITY, withinMs: 60 * MINUTE }
  return [
    {
      key: keyOf('account and client', account, client),
      most: 10,
      withinMs: 15 * MINUTE,
      strained: { by: all.key, from: 50, most: 3 },
      isForgiven: true,
    },
    { key: keyOf('client', client), most: 50, withinMs: 15 * MINUTE },
    all,
  ]
}

/** For a browser in which the person signed in before, or a session or key of theirs: what others do is no matter. */
export function budgetsOfOwn(account: string, credential: string): Budget[] {
  return [{ key: keyOf('own', account, credential), most: 10, withinMs: 15 * MINUTE, isForgiven: true }]
}

/**
 * Runs one check of a password, unless too many have failed lately, in whatever process. Accounts that do not exist are
 * counted like those that do, so a refusal tells nothing about them.
 */
export async function attempt(
  ctx: Context,
  budgets: readonly Budget[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const at = ctx.now()
  const keys = budgets.map(({ key }) => key)
  // First without writing: whoever is refused already costs little.
  requireLeft(budgets, await repo.find(ctx.db.read, keys, at), at, 0)
  // Counted before the answer is known: attempts that run side by side must not all slip through.
  const ends = budgets.map(({ key, withinMs }) => ({ key, ends_at: later(at, withinMs) }))
  const counted = await ctx.db.write(async (db) => {
    await repo.dropOld(db, at)
    return repo.take(db, ends, at)
  })
  await boundRows(ctx)
  requireLeft(budgets, counted, at, 1)
  let right = false
  try {
    right = await isRight()
  } catch (error) {
    await ctx.db.write((db) => repo.giveBack(db, keys))
    throw error
  }
  if (right) {
    await ctx.db.write(async (db) => {
      for (const { key, isForgiven } of budgets) if (isForgiven) await repo.forget(db, key)
      // Only this one: with an account of one's own, nobody buys new guesses at the others.
      await repo.giveBack(
        db,
        budgets.filter(({ isForgiven }) => !isForgiven).map(({ key }) => key),
      )
    })
  }
  return right
}

/** Throws when one of them is used up. `own`: how many of the failures are the asker's present attempt. */
function requireLeft(budgets: readonly Budget[], counted: readonly repo.Failures[], at: string, own: number): void {
  const failures = new Map(counted.map((row) => [row.key, row]))
  for (const { key, most, strained, withinMs } of budgets) {
    const row = failures.get(key)
    if (!row || row.ends_at > later(at, withinMs)) continue
    const isStrained = strained && (failures.get(strained.by)?.failures ?? 0) - own >= strained.from
    if (row.failures - own < (isStrained ? strained.most : most)) continue
    const wait = (Date.parse(row.ends_at) - Date.parse(at)) / 1000
    throw new TooMany('auth.too_many_failures', wait)
  }
}

/** What was typed as an address may be a password: only a hash of it is stored. */
function keyOf(...parts: string[]): string {
  return tokenHash(JSON.stringify(parts)).slice(0, 32)
}

function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString()
}

async function boundRows(ctx: Context): Promise<void> {
  const made = ++ctx.signInAttempts.made
  if (made % ATTEMPTS_BETWEEN_LOOKS === 0) await ctx.db.write((db) => repo.keepNewest(db, MOST_ROWS))
}
