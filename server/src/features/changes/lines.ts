import type { ChangeKind } from '@aliquot/contract/change-kinds'
import type { FeedQuery } from '@aliquot/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Principals, ReadAccess } from '../../access/principals.ts'
import type { Db } from '../../db/schema.ts'
import type { Changes } from '../../journal/changes.ts'
import * as repo from './changes.repo.ts'
import type { Place } from './cursor.ts'
import { isArchived, kindOfEntryEvent, kindOfOtherEvent, typeOf } from './kinds.ts'
import { turnOf } from './rights-then.ts'

/** A line of the feed, before it is written. */
export interface Line {
  place: Place
  event: repo.FeedEvent
  kind: ChangeKind
  entry: repo.StoredEntry | undefined
}

export interface Filters extends Pick<FeedQuery, 'entity_type' | 'entity_id' | 'team' | 'kind' | 'author' | 'own'> {
  /** With `team`: also what belongs to the team itself. */
  withTeam?: boolean
}

/** Whether the filters want a line. An entry that one may no longer read counts as it was before. */
export function isWanted(
  filters: Filters,
  actor: Pick<Actor, 'userid'>,
  { event, kind, entry }: Omit<Line, 'place'>,
  access: ReadAccess | undefined = entry,
): boolean {
  const { entity_type, entity_id, team, own, author } = filters
  if (filters.kind && !filters.kind.includes(kind)) return false
  if (author !== undefined && event.userid !== author) return false
  const isOfEntry = entity_type !== undefined || entity_id !== undefined || team !== undefined || own === 1
  if (!entry || !access) return !isOfEntry || (filters.withTeam === true && OF_TEAM.has(event.subject))
  if (entity_type !== undefined && typeOf(entry.type) !== entity_type) return false
  if (entity_id !== undefined && entry.id !== entity_id) return false
  if (team !== undefined && access.team !== team) return false
  return own !== 1 || access.userid === actor.userid
}

/** Told only to who acts in the team. */
const OF_TEAM: ReadonlySet<string> = new Set(['label', 'tag'])

/** What the kinds of some events depend on beside the events. */
export class Surroundings {
  /** The events that archive a file because it was replaced. */
  readonly #replacing: ReadonlySet<number>
  readonly #teams: ReadonlyMap<string, number>

  private constructor(replacing: ReadonlySet<number>, teams: ReadonlyMap<string, number>) {
    this.#replacing = replacing
    this.#teams = teams
  }

  static async load(db: Db, events: readonly repo.FeedEvent[]): Promise<Surroundings> {
    const replacing = new Set<number>()
    for (const { id, chain, position, subject_id: replaced } of events.filter(isArchived)) {
      // The new version is added right after the old one is archived.
      const found = await repo.findReplacement(db, { chain, position: position + 1, replaced })
      if (found.length > 0) replacing.add(id)
    }
    const teams = new Map<string, number>()
    for (const subject of ['label', 'tag'] as const) {
      const ofSubject = events.filter((event) => event.chain === 0 && event.subject === subject)
      if (ofSubject.length === 0) continue
      const rows = await repo.listTeams[subject](db, { ids: idsOf(ofSubject) })
      for (const { id, team } of rows) teams.set(`${subject} ${id}`, team)
    }
    return new Surroundings(replacing, teams)
  }

  kindOf(event: repo.FeedEvent, entry: Pick<repo.StoredEntry, 'type'>): ChangeKind | undefined {
    return kindOfEntryEvent(event, entry.type, this.#replacing.has(event.id))
  }

  /** The kind of an event that belongs to no entry, if it is the reader's own or of the team in which they act. */
  kindForReader(event: repo.FeedEvent, { userid, team }: Pick<Actor, 'userid' | 'team'>): ChangeKind | undefined {
    const audience = this.audienceOf(event)
    return audience && (audience.userid ?? userid) === userid && (audience.team ?? team) === team
      ? kindOfOtherEvent(event)
      : undefined
  }

  /** The person, or all who act in the team, whom an event that belongs to no entry concerns. */
  audienceOf(event: repo.FeedEvent): { userid?: number; team?: number } | undefined {
    switch (event.subject) {
      case 'pin':
      case 'favtag':
      case 'follow':
      case 'notification':
        return { userid: event.subject_id }
      case 'todo':
      case 'view':
      case 'webhook':
        // What a closed account leaves behind is removed by somebody else, and names its owner.
        return { userid: numberIn(event, 'userid') ?? event.userid ?? NOBODY }
      case 'apikey':
        return { userid: numberIn(event, 'userid') ?? NOBODY }
      case 'label':
      case 'tag':
        return { team: numberIn(event, 'team') ?? this.#teams.get(`${event.subject} ${event.subject_id}`) ?? NOBODY }
      default:
        return undefined
    }
  }
}

const NOBODY = 0

/** The person whose teams or groups an event changes, as `personOf` of a happening. */
export function movedBy(event: repo.FeedEvent): number | undefined {
  if (event.chain !== 0) return undefined
  if (event.subject === 'membership') return event.subject_id
  return event.subject === 'teamgroup_member' ? numberIn(event, 'userid') : undefined
}

/** What an event of an entry is decided by. */
export interface EntryEvent {
  event: repo.FeedEvent
  entry: repo.StoredEntry
  /** The access before the event, if the event changed it, and after it. */
  former: ReadAccess | undefined
  latter: ReadAccess
  /** Whether the reader may read it now, and could at the settled event. */
  isReadable: boolean
}

/** What a reader is told of an event of an entry. An entry that was lost counts as it was before. */
export function kindFor(
  { event, entry, former, latter, isReadable }: EntryEvent,
  principals: Principals,
  team: number,
  surroundings: Surroundings,
): { kind: ChangeKind; access: ReadAccess } | undefined {
  const turn = former && turnOf(team, { principals, access: former }, { principals, access: latter })
  if (turn === 'lost') return { kind: 'access.lost', access: former ?? entry }
  if (!isReadable) return undefined
  const kind = turn === 'gained' ? 'access.gained' : surroundings.kindOf(event, entry)
  return kind && { kind, access: entry }
}

function idsOf(events: readonly repo.FeedEvent[]): string {
  return JSON.stringify([...new Set(events.map(({ subject_id }) => subject_id))])
}

function numberIn({ changes }: repo.FeedEvent, field: string): number | undefined {
  const change = (JSON.parse(changes ?? '{}') as Changes)[field]
  if (!change || 'hash' in change) return undefined
  const value = change.after ?? change.before
  return typeof value === 'number' ? value : undefined
}
