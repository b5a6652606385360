import type { Context } from '../../context.ts'
import { TooMany } from '../../errors.ts'
import { clientKey, makeRateLimit } from '../../lib/rate-limit.ts'

const WITHIN_MS = 15 * 60_000
const FAILURES_OF_AN_ACCOUNT = 10
/** More than one person may sit behind an address. */
const FAILURES_OF_AN_ADDRESS = 50

export interface SignInLimits {
  /**
   * Runs one check of a password, unless too many have failed lately. Accounts that do not exist are counted like those
   * that do, so a refusal tells nothing about them.
   */
  attempt(account: string, address: string, isRight: () => Promise<boolean>): Promise<boolean>
}

const known = new WeakMap<Context, SignInLimits>()

/** The limits of this instance, shared by everything that checks a password. */
export function signInLimits(ctx: Context): SignInLimits {
  const limits = known.get(ctx) ?? makeSignInLimits(() => Date.parse(ctx.now()))
  known.set(ctx, limits)
  return limits
}

function makeSignInLimits(now: () => number): SignInLimits {
  const accounts = makeRateLimit({ tries: FAILURES_OF_AN_ACCOUNT, withinMs: WITHIN_MS })
  const addresses = makeRateLimit({ tries: FAILURES_OF_AN_ADDRESS, withinMs: WITHIN_MS })
  return {
    async attempt(account, address, isRight) {
      const client = clientKey(address)
      const at = now()
      const wait = Math.max(accounts.wait(account, at), addresses.wait(client, at))
      if (wait > 0) throw new TooMany('Too many failed attempts to sign in, try again later', wait)
      // Counted before the answer is known: attempts that run side by side must not all slip through.
      accounts.take(account, at)
      addresses.take(client, at)
      let right = false
      try {
        right = await isRight()
      } catch (error) {
        accounts.giveBack(account)
        addresses.giveBack(client)
        throw error
      }
      if (right) {
        accounts.forget(account)
        // Only this one: with an account of one's own, nobody buys new guesses at the others.
        addresses.giveBack(client)
      }
      return right
    },
  }
}
