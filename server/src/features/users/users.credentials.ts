import type { Change } from '../../change.ts'
import { dropApikey } from '../apikeys/apikeys.service.ts'
import * as sessions from '../sessions/sessions.change.ts'
import { recordEnded } from '../sessions/sessions.end.ts'
import * as repo from './users.repo.ts'

/** Ends the keys and sessions of a person in a team. */
export async function endCredentialsInTeam(work: Change, userid: number, team: number, reason: string): Promise<void> {
  const keys = await repo.holdApikeys(work.db, { userid, team })
  const ended = await sessions.deleteOfUser(work.db, userid, { team })
  for (const key of keys) await dropApikey(work, key)
  for (const session of ended) await recordEnded(work, session, 'deleted', reason)
}

/** Ends a person's sessions in all teams; one may stay. */
export async function endSessions(work: Change, userid: number, reason: string, except?: number): Promise<void> {
  const ended = await sessions.deleteOfUser(work.db, userid, { except })
  for (const session of ended) await recordEnded(work, session, 'deleted', reason)
}
