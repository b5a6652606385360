import type { BaseContext } from '../base-context.ts'
import { clientKey } from '../lib/rate-limit.ts'
import { INSTANCE_CHAIN, record } from './record.ts'

/** Why access was refused. */
export type AttemptKind = 'wrong password' | 'wrong API key' | 'slowed down' | 'forgotten password'

/** A refused sign-in or API key. */
export interface Attempt {
  kind: AttemptKind
  address: string
  /** The account, if it exists. */
  userid: number | undefined
  apikey?: number
}

declare module '../base-context.ts' {
  interface BaseContext {
    /** The attempts of the current minute. */
    refusedAttempts: { minute: Minute | undefined }
  }
}

const MINUTE = 60_000
/**
 * The most different attempts that are recorded in a minute: each at its first occurrence, its repetitions together. So
 * nobody can flood the journal.
 */
const MOST_IN_A_MINUTE = 20

interface Minute {
  number: number
  repeated: Map<string, { attempt: Attempt; times: number }>
  /** The number of attempts beyond the limit. */
  others: number
  timer: NodeJS.Timeout
}

/**
 * Records a refused attempt. The first of a client at an account is in the journal when this resolves; repetitions
 * within the minute become one event with their number. Never throws, so the client only learns that it was refused.
 */
export async function noteAttempt(ctx: BaseContext, attempt: Attempt): Promise<void> {
  const number = Math.floor(Date.parse(ctx.now()) / MINUTE)
  if (ctx.refusedAttempts.minute?.number !== number) await flushAttempts(ctx)
  const minute = ctx.refusedAttempts.minute ?? beginMinute(ctx, number)
  const key = JSON.stringify([attempt.kind, clientKey(attempt.address), attempt.userid, attempt.apikey])
  const known = minute.repeated.get(key)
  if (known) known.times++
  else if (minute.repeated.size >= MOST_IN_A_MINUTE) minute.others++
  else {
    minute.repeated.set(key, { attempt, times: 0 })
    await write(ctx, attempt, 1)
  }
}

/** Records the repetitions of the minute that is over, or of the one in which the service stops. */
export async function flushAttempts(ctx: BaseContext): Promise<void> {
  const { minute } = ctx.refusedAttempts
  if (!minute) return
  ctx.refusedAttempts.minute = undefined
  clearTimeout(minute.timer)
  for (const { attempt, times } of minute.repeated.values()) if (times > 0) await write(ctx, attempt, times)
  if (minute.others > 0) await write(ctx, undefined, minute.others)
}

function beginMinute(ctx: BaseContext, number: number): Minute {
  const timer = setTimeout(() => void flushAttempts(ctx), MINUTE).unref()
  const minute = { number, repeated: new Map(), others: 0, timer }
  ctx.refusedAttempts.minute = minute
  return minute
}

async function write(ctx: BaseContext, attempt: Attempt | undefined, times: number): Promise<void> {
  const { kind = 'from many addresses', address = '', userid, apikey } = attempt ?? {}
  const author = { userid: null, via: apikey === undefined ? 'password' : `apikey:${apikey}`, address }
  try {
    await ctx.db.write((db) =>
      record(db, author, ctx.now(), {
        chain: INSTANCE_CHAIN,
        subject: 'attempt',
        subjectId: userid ?? 0,
        verb: 'refused',
        changes: {
          kind: { after: kind },
          ...(userid !== undefined && { userid: { after: userid } }),
          ...(apikey !== undefined && { apikey: { after: apikey } }),
          times: { after: times },
        },
        seal: null,
      }),
    )
  } catch (error) {
    ctx.log.warn({ err: error }, 'refused attempts to get in not noted')
  }
}
