import type { Insertable } from 'kysely'
import type { Once } from './access/actor.ts'
import { keepPrincipals, personOf } from './access/principals.ts'
import { readRule, requireReason, wantsReason } from './access/reason.ts'
import type { Context } from './context.ts'
import { connectionOf } from './db/connection.ts'
import { lockFreeRows } from './db/dialect.ts'
import { prepared } from './db/prepared.ts'
import type { Db } from './db/schema.ts'
import type { IdempotencyTable } from './db/tables/journal/idempotency.ts'
import { Refusal, Unavailable, Unprocessable } from './errors.ts'
import { type Author, type Happening, headsOf, record, recordAll, type Subject } from './journal/record.ts'
import { decryptText, encryptText } from './lib/encrypted-text.ts'
import type { Topic } from './lib/signals/person-signals.ts'
import { Turns } from './lib/turns.ts'
import { NotReady, Texts } from './text-work/text-work.ts'

/** A change in progress: one transaction, at one instant, by one author. */
export interface Change {
  db: Db
  at: string
  /** For work on texts that may be long. If a result is not ready, the change restarts once it is. */
  texts: Texts
  /** Counts an entry that is not indexed yet, by the length of its text. It is needed after the commit. */
  noteUnindexed(bytes: number | Promise<number>): void
  /** Tells a person's open pages to read this again, once the change is stored. */
  tell(userid: number, topic: Topic): void
  /** Returns the position of the event in its chain. */
  record(happening: Happening): Promise<number>
  /** Records many events of one entry at once. They must not affect anybody's rights. */
  recordAll(happenings: readonly Happening[]): Promise<void>
  /** Lets others have a turn if this change took long since their last one. Recording an event does so too. */
  rest(): Promise<void>
}

export interface ChangeOptions {
  /**
   * The result contains a secret. The answer stored for a repeated request is then encrypted with its Idempotency-Key
   * and credential, which are not stored: only a client that sends both again can read it.
   */
  sealResult?: boolean
  /** See `WriteOptions`. */
  ofEntry?: number | undefined
  onlyAdds?: boolean
  /** How long the answer is kept for the same Idempotency-Key. */
  repeatHours?: number
}

/**
 * Runs a change. All services go through here: it provides the transaction, the time and the journal, and replays the
 * answer of a repeated Idempotency-Key. The result must be plain JSON.
 */
export async function change<T>(
  ctx: Context,
  author: Author & { once?: Once },
  work: (change: Change) => Promise<T>,
  options: ChangeOptions = {},
): Promise<T> {
  const texts = new Texts(author.userid ?? 0)
  let changesRights = false
  let unindexed: (number | Promise<number>)[] = []
  let told: [userid: number, topic: Topic][] = []
  const run = () =>
    ctx.db.write(
      (db) => {
        unindexed = []
        told = []
        const at = ctx.now()
        const heads = headsOf(db)
        const turns = new Turns()
        const together = connectionOf(db)?.together
        const mayNeedRule = author.reason === null && !options.onlyAdds
        const rule = mayNeedRule && together?.entry ? readRule(db, together.entry) : undefined
        /** Chains of new entries: what one is created with is not a change of it. */
        const made = new Set<number>()
        const asked = new Set<number>()
        const askForReason = async (happening: Happening): Promise<void> => {
          const { chain, subject, verb, changes } = happening
          if (subject === 'entity' && verb === 'created') {
            made.add(chain)
            if (!heads.has(chain)) heads.set(chain, undefined)
          }
          // An entry that moves to another team follows the rule of that team.
          const isSettled = made.has(chain) || (asked.has(chain) && !('team' in changes))
          if (isSettled || !wantsReason(author, happening)) return
          const isOwn = chain === together?.entry && !('team' in changes)
          await requireReason(db, happening, heads, isOwn ? rule : undefined)
          asked.add(chain)
        }
        const runWork = () =>
          work({
            db,
            at,
            texts,
            noteUnindexed(bytes) {
              unindexed.push(bytes)
              // The change is undone if this fails.
              if (typeof bytes !== 'number') bytes.catch(() => {})
            },
            tell(userid, topic) {
              told.push([userid, topic])
            },
            async record(happening) {
              changesRights ||= RIGHTS.has(happening.subject)
              await askForReason(happening)
              const position = await record(db, author, at, happening, heads)
              const person = personOf(happening)
              if (person !== undefined) await keepPrincipals(db, { userid: person, position })
              // Others had a turn while it waited for an answer, and another one would cost a round trip.
              if (!together) await turns.rest()
              return position
            },
            async recordAll(happenings) {
              if (happenings[0]) await askForReason(happenings[0])
              await recordAll(db, author, at, happenings, heads, turns)
            },
            rest: () => turns.rest(),
          })
        return author.once ? runOnce(db, author.userid ?? 0, author.once, at, options, runWork) : runWork()
      },
      { ...options, ofEntry: texts.wereLong ? undefined : options.ofEntry },
    )
  const result = await runWhenReady(texts, run).catch(async (error) => {
    // Another connection may have handled the same request meanwhile; on PostgreSQL while this one waited for the row.
    if (!(author.once && error instanceof Refusal && (await isAnswered(ctx.db.read, author.once, ctx.now()))))
      throw error
    return run()
  })
  if (changesRights) ctx.db.noteRightsChanged()
  ctx.committed.raise()
  for (const [userid, topic] of told) ctx.signals.tell(userid, topic)
  // Waits if the indexes are too far behind, because every search would get slow.
  await ctx.backlog.add(await Promise.all(unindexed))
  return result
}

const MOST_STARTS = 20

/** Each restart needs less than the one before, unless somebody else keeps changing the same long text. */
async function runWhenReady<T>(texts: Texts, run: () => Promise<T>): Promise<T> {
  for (let start = 1; ; start++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof NotReady)) throw error
      if (start === MOST_STARTS) throw new Unavailable('storage.text_busy', { cause: error })
      await texts.finish(error)
    }
  }
}

/** Changes of these subjects affect rights, so caches of rights are invalidated. */
const RIGHTS: ReadonlySet<Subject> = new Set([
  ...(['user', 'membership', 'team', 'apikey', 'session'] as const),
  ...(['teamgroup', 'teamgroup_member', 'config'] as const),
])

/** The default time for which an answer is kept. A key that comes back later is a new request. */
const REPEAT_HOURS = 24
const MOST_DROPPED = 100

async function runOnce<T>(
  db: Db,
  userid: number,
  once: Once,
  at: string,
  { sealResult = false, repeatHours = REPEAT_HOURS }: ChangeOptions,
  run: () => Promise<T>,
): Promise<T> {
  const [earlier] = await findAnswer(db, { key_hash: once.keyHash })
  if (earlier && earlier.expires_at > at) return repeatAnswer(once, earlier)
  if (earlier) await dropAnswer(db, { key_hash: once.keyHash })
  const result = await run()
  const text = JSON.stringify(result ?? null)
  await keepAnswer(db, {
    key_hash: once.keyHash,
    userid,
    request_hash: once.requestHash,
    result: sealResult ? encryptText(text, once.secret, once.requestHash) : text,
    created_at: at,
    expires_at: new Date(Date.parse(at) + repeatHours * 3_600_000).toISOString(),
  })
  await dropOldAnswers(db, { at })
  return result
}

async function isAnswered(db: Db, once: Once, at: string): Promise<boolean> {
  const [earlier] = await findAnswer(db, { key_hash: once.keyHash })
  return earlier !== undefined && earlier.expires_at > at
}

function repeatAnswer<T>(once: Once, earlier: { request_hash: string; result: string }): T {
  if (earlier.request_hash !== once.requestHash) {
    throw new Unprocessable('request.key_used', { field: 'Idempotency-Key' })
  }
  const text = decryptText(earlier.result, once.secret, once.requestHash)
  if (text === undefined) {
    throw new Unprocessable('request.key_of_other', { field: 'Idempotency-Key' })
  }
  return JSON.parse(text) as T
}

const findAnswer = prepared((db: Db, p: { key_hash: string }) =>
  db.selectFrom('idempotency').select(['request_hash', 'result', 'expires_at']).where('key_hash', '=', p.key_hash),
)

const dropAnswer = prepared((db: Db, p: { key_hash: string }) =>
  db.deleteFrom('idempotency').where('key_hash', '=', p.key_hash),
)

/** Each new answer deletes at most a few old ones, so the cost is bounded and the table cannot grow forever. */
const dropOldAnswers = prepared(
  (db: Db, p: { at: string }, engine) =>
    db
      .deleteFrom('idempotency')
      .where('key_hash', 'in', (eb) =>
        lockFreeRows(
          engine,
          eb
            .selectFrom('idempotency as old')
            .select('old.key_hash')
            .where('old.expires_at', '<=', p.at)
            .orderBy('old.expires_at')
            .limit(MOST_DROPPED),
        ),
      ),
  { isUnanswered: true },
)

const keepAnswer = prepared(
  (db: Db, p: Insertable<IdempotencyTable>) =>
    db.insertInto('idempotency').values({
      key_hash: p.key_hash,
      userid: p.userid,
      request_hash: p.request_hash,
      result: p.result,
      created_at: p.created_at,
      expires_at: p.expires_at,
    }),
  { isUnanswered: true },
)
