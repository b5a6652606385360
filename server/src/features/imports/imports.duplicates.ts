import type { Actor } from '../../access/actor.ts'
import { isAllowed } from '../../access/visibility.ts'
import type { Db } from '../../db/schema.ts'
import { STATE } from '../entries/entries.types.ts'
import type { PreparedEntry } from './imports.prepare.ts'
import * as repo from './imports.repo.ts'

export interface Duplicate {
  by: 'elabid' | 'content'
  entry: repo.Twin
}

/** The entry of the team that this one is already, if the actor may read it. What is in the trash does not count. */
export async function findDuplicate(
  db: Db,
  actor: Actor,
  { elabid, contentHash, kind }: PreparedEntry,
  /** Two entries of one source are two. */
  except: number,
): Promise<Duplicate | undefined> {
  const same = elabid === null ? [] : await repo.findByElabid(db, { elabid, except })
  for (const entry of same) if (await isSeen(db, actor, entry)) return { by: 'elabid', entry }
  for (const entry of await repo.findByContent(db, { team: actor.team, hash: contentHash, except })) {
    if (entry.type === kind.number && (await isSeen(db, actor, entry))) return { by: 'content', entry }
  }
  return undefined
}

async function isSeen(db: Db, actor: Actor, entry: repo.Twin): Promise<boolean> {
  return entry.team === actor.team && entry.state !== STATE.deleted && (await isAllowed(db, actor, entry, 'read'))
}
