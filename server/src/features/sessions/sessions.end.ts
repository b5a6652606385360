import type { Change } from '../../change.ts'
import type { SessionRow } from '../../db/schema.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'

/** Part of a change that has deleted the session's row. */
export async function recordEnded(
  work: Change,
  session: SessionRow,
  verb: 'signed out' | 'deleted',
  reason?: string,
): Promise<void> {
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'session',
    subjectId: session.id,
    verb,
    changes: { userid: { before: session.userid }, team: { before: session.team } },
    seal: null,
    ...(reason !== undefined && { reason }),
  })
}
