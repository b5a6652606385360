import { startEarly } from '../db/connection.ts'
import { lockRow } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import { Unprocessable } from '../errors.ts'
import { type Author, type Happening, type Heads, INSTANCE_CHAIN, type Subject } from '../journal/record.ts'

export const REASON_HEADER = 'X-Change-Reason'

/** A comment or a request is about an entry but does not change it. */
const BESIDE: ReadonlySet<Subject> = new Set(['comment', 'request'])
const ASKED = ['action_requested', 'action_done']

/**
 * Whether somebody changes an entry who could have given a reason and did not. The service's own changes, and
 * consequences of changes elsewhere, need none.
 */
export function wantsReason(author: Author, { chain, subject, changes }: Happening): boolean {
  if (author.reason !== null || chain === INSTANCE_CHAIN || BESIDE.has(subject)) return false
  return subject !== 'entity' || !Object.keys(changes).every((field) => ASKED.includes(field))
}

/** Whether the team of an entry requires a reason. */
export type Rule = ReturnType<typeof findRule>

/** Starts to read the rule that `requireReason` will need. */
export function readRule(db: Db, id: number): Rule | undefined {
  return startEarly(db, () => findRule(db, { id }))
}

/**
 * Refuses the change if the team of the entry requires a reason. With `heads` it also reads the head of the chain, which
 * the event of the change needs.
 */
export async function requireReason(
  db: Db,
  { chain }: Pick<Happening, 'chain'>,
  heads?: Heads,
  rule?: Rule,
): Promise<void> {
  const isNew = rule === undefined && heads && !heads.has(chain)
  const team = isNew ? await readRuleAndHead(db, chain, heads) : (await (rule ?? findRule(db, { id: chain })))[0]
  if (team?.require_change_reason === 1) {
    throw new Unprocessable('entry.no_reason', { field: REASON_HEADER })
  }
}

/** The same for what is changed later, in the name of who asks for it now. */
export async function requireReasonIn(db: Db, { reason }: Author, team: number): Promise<void> {
  if (reason !== null) return
  const [rule] = await findRuleOfTeam(db, { team })
  if (rule?.require_change_reason === 1) throw new Unprocessable('entry.no_reason', { field: REASON_HEADER })
}

const findRuleOfTeam = prepared((db: Db, p: { team: number }) =>
  db.selectFrom('teams').select('require_change_reason').where('id', '=', p.team),
)

async function readRuleAndHead(db: Db, chain: number, heads: Heads) {
  const [found] = await findRuleAndHead(db, { chain })
  if (!found) return (await findRule(db, { id: chain }))[0]
  heads.set(chain, { length: found.length, head: found.head })
  return found
}

const findRuleAndHead = prepared((db: Db, p: { chain: number }, engine) =>
  lockRow(
    engine,
    db
      .selectFrom('chains')
      .select(['length', 'head'])
      .select((eb) =>
        eb
          .selectFrom('entities as e')
          .innerJoin('teams as t', 't.id', 'e.team')
          .select('t.require_change_reason')
          .whereRef('e.id', '=', 'chains.chain')
          .as('require_change_reason'),
      )
      .where('chain', '=', p.chain),
  ),
)

const findRule = prepared((db: Db, p: { id: number }) =>
  db
    .selectFrom('entities as e')
    .innerJoin('teams as t', 't.id', 'e.team')
    .select('t.require_change_reason')
    .where('e.id', '=', p.id),
)
