import type { Context } from '../../context.ts'
import { TooMany } from '../../errors.ts'
import { clientKey } from '../../lib/rate-limit.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import * as repo from './sessions.limits.repo.ts'

declare module '../../context.ts' {
  interface Context {
    /** The attempts of this process, to check the number of rows from time to time. */
    signInAttempts: { made: number }
  }
}

const MINUTE = 60_000
const MOST_ROWS = 100_000
/** Attempts of a process between two checks of the number of rows. */
const ATTEMPTS_BETWEEN_LOOKS = 500

/** How many guesses may fail within a window that starts with the first one. */
interface Budget {
  key: string
  most: number
  withinMs: number
  /** A lower limit while others fail at the same account. */
  strained?: { by: string; from: number; most: number }
  /** A correct password resets the count. */
  isForgiven?: boolean
}

/**
 * For an unknown browser. A client has ten guesses at one account, and fifty at all, because several people may share
 * an address. Guesses of others never lock anybody out: when many clients guess at one account, each of them has three.
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

/** For e-mails to who forgot their password. Every request counts, and unknown addresses count like known ones. */
export function budgetsOfForgotten(account: string, address: string): Budget[] {
  return [
    { key: keyOf('forgotten', account), most: 5, withinMs: 60 * MINUTE },
    { key: keyOf('forgotten by', clientKey(address)), most: 20, withinMs: 60 * MINUTE },
  ]
}

/** For a known browser, or a session or key of the person: attempts of others do not count. */
export function budgetsOfOwn(account: string, credential: string): Budget[] {
  return [{ key: keyOf('own', account, credential), most: 10, withinMs: 15 * MINUTE, isForgiven: true }]
}

/**
 * Runs one password check, unless too many have failed recently in any process. Unknown accounts are counted like known
 * ones, so a refusal reveals nothing.
 */
export async function attempt(
  ctx: Context,
  budgets: readonly Budget[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const at = ctx.now()
  const keys = budgets.map(({ key }) => key)
  // First without writing, so that refused attempts are cheap.
  requireLeft(budgets, await repo.find(ctx.db.read, keys, at), at, 0)
  // Counted before the result is known, so that concurrent attempts cannot all slip through.
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
      // Only this one: signing in to one's own account must not buy new guesses at others.
      await repo.giveBack(
        db,
        budgets.filter(({ isForgiven }) => !isForgiven).map(({ key }) => key),
      )
    })
  }
  return right
}

/** Throws if a budget is used up. `own` is the number of failures that belong to the current attempt. */
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

/** Somebody may type a password instead of the address, so only a hash is stored. */
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
