import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { MoveSourceRow } from '../../db/schema.ts'
import type { Report } from './report/report.ts'
import type { SourceClient } from './source/client.ts'
import type { Json } from './source/values.ts'

export type MoveInPhase = 'connect' | 'people' | 'labels' | 'list' | 'entries' | 'links' | 'done'

export interface MoveInProgress {
  phase: MoveInPhase
  done: number
  total: number | null
}

/** A key, as that server sees it. */
export interface KeyHolder {
  /** From 1, in the order in which the keys were given. */
  number: number
  userid: number
  name: string
  team: number
  isSysadmin: boolean
}

export interface SourceInfo {
  version: string
  isAliquot: boolean
  /** How many entries there are, as far as it tells. */
  counts: Partial<Record<EntityType, number>>
}

/** What one run of a move shares. */
export interface Run {
  ctx: Context
  /** Its id is 0 if nothing is to be written, and that server is not known yet. */
  source: Pick<MoveSourceRow, 'id' | 'address'>
  client: SourceClient
  keys: KeyHolder[]
  /** Who answers for it. */
  author: Pick<Actor, 'userid' | 'via' | 'address' | 'reason'>
  /** The zone of times that do not tell theirs. */
  zone: string
  isDry: boolean
  isThorough: boolean
  inFlight: number
  report: Report
  signal: AbortSignal
  tell(progress: MoveInProgress): void
  info: SourceInfo
  /** People and teams over there, by their ids. */
  people: Map<number, Json>
  teams: Map<number, Json>
  /** What they have become here, so that each is looked up once. */
  known: Map<string, Promise<number | undefined>>
  /** The numbers of the keys whose holders have pinned an entry, by `experiments 12`. */
  pins: Map<string, number[]>
  /** The names under which that server is known in texts. */
  hosts: Set<string>
}

/** Who acts in a team here: somebody who may do everything there. */
export function actorIn({ author }: Run, team: number): Actor {
  return { ...author, team, isAdmin: true, isSysadmin: true, canWrite: true, teams: [team] }
}
