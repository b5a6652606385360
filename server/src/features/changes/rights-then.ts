import { mayRead, type Principals, principalsOf, type ReadAccess } from '../../access/principals.ts'
import type { Db } from '../../db/schema.ts'
import type { AccessBeforeTable } from '../../db/tables/journal/access-before.ts'
import * as repo from './changes.repo.ts'

/** More changes of one person's memberships than this are told in several pages. */
const MOST_CHANGES = 200

/** The names of the reader since a place in the journal: see `principals_since`. */
export class ReaderThen {
  readonly #userid: number
  readonly #first: Principals
  /** Oldest first. */
  #later: repo.PrincipalsRow[]
  /** Changes after this event were not read. */
  readonly knownUpTo: number

  private constructor(userid: number, first: Principals, later: repo.PrincipalsRow[], knownUpTo: number) {
    this.#userid = userid
    this.#first = first
    this.#later = later
    this.knownUpTo = knownUpTo
  }

  /** From right before the event `from` on. */
  static async load(db: Db, userid: number, from: number): Promise<ReaderThen> {
    const [first] = await repo.findPrincipalsAt(db, { userid, at: from - 1 })
    const later = await repo.listPrincipalsAfter(db, { userid, after: from - 1, most: MOST_CHANGES })
    const knownUpTo = later.length < MOST_CHANGES ? Number.MAX_SAFE_INTEGER : (later.at(-1)?.event_id ?? 0)
    return new ReaderThen(userid, first ? principalsOf(first) : nameless(userid), later, knownUpTo)
  }

  /** Reads what was committed since. */
  async refresh(db: Db, after: number): Promise<void> {
    const more = await repo.listPrincipalsAfter(db, { userid: this.#userid, after, most: MOST_CHANGES })
    this.#later = [...this.#later.filter(({ event_id }) => event_id <= after), ...more]
  }

  /** The events that changed them, within a stretch. */
  eventsWithin(after: number, upTo: number): number[] {
    return this.#later.map(({ event_id }) => event_id).filter((id) => id > after && id <= upTo)
  }

  at(event: number): Principals {
    const row = this.#later.findLast(({ event_id }) => event_id <= event)
    return row ? principalsOf(row) : this.#first
  }

  before(event: number): Principals {
    return this.at(event - 1)
  }

  hasChangedAfter(event: number): boolean {
    return this.#later.some(({ event_id }) => event_id > event)
  }
}

function nameless(userid: number): Principals {
  return principalsOf({ userid, teams: '', admin_teams: '', teamgroups: '' })
}

/** Who could read some entries since a place in the journal. */
export class AccessThen {
  readonly #former: ReadonlyMap<number, readonly AccessBeforeTable[]>

  constructor(rows: readonly AccessBeforeTable[]) {
    this.#former = Map.groupBy(rows, ({ entity_id }) => entity_id)
  }

  /** The access right after an event: until the next change, or now. */
  after(event: number, entry: ReadAccess & { id: number }): ReadAccess {
    return this.#former.get(entry.id)?.find(({ event_id }) => event_id > event) ?? entry
  }

  /** The access that an event changed; undefined if it changed none. */
  changedBy(event: number, entity: number): ReadAccess | undefined {
    return this.#former.get(entity)?.find(({ event_id }) => event_id === event)
  }
}

export type Turn = 'gained' | 'lost' | undefined

/** What became of the access between two states. */
export function turnOf(
  team: number,
  before: { principals: Principals; access: ReadAccess },
  after: { principals: Principals; access: ReadAccess },
): Turn {
  const could = mayRead(before.principals, team, before.access)
  const can = mayRead(after.principals, team, after.access)
  if (could === can) return undefined
  return can ? 'gained' : 'lost'
}
