import type { ReadAccess } from '../../../access/principals.ts'
import { BASE, type GRANT_KIND } from '../../../access/visibility.ts'
import type { Reader } from './stream.ts'

/** The readers of all streams, found by the names under which an entry can be open to them. */
export class Readers {
  readonly #byKey = new Map<string, Reader>()
  readonly #byUser = new Map<number, Set<Reader>>()
  readonly #byActingTeam = new Map<number, Set<Reader>>()
  readonly #byTeam = new Map<number, Set<Reader>>()
  readonly #byGroup = new Map<number, Set<Reader>>()

  get(userid: number, team: number): Reader | undefined {
    return this.#byKey.get(`${userid} ${team}`)
  }

  add(reader: Reader): void {
    this.#byKey.set(`${reader.userid} ${reader.team}`, reader)
    for (const [index, name] of this.#placesOf(reader)) {
      const found = index.get(name)
      if (found) found.add(reader)
      else index.set(name, new Set([reader]))
    }
  }

  delete(reader: Reader): void {
    this.#byKey.delete(`${reader.userid} ${reader.team}`)
    for (const [index, name] of this.#placesOf(reader)) {
      const found = index.get(name)
      found?.delete(reader)
      if (found?.size === 0) index.delete(name)
    }
  }

  ofUser(userid: number): Iterable<Reader> {
    return this.#byUser.get(userid) ?? []
  }

  actingIn(team: number): Iterable<Reader> {
    return this.#byActingTeam.get(team) ?? []
  }

  all(): Iterable<Reader> {
    return this.#byKey.values()
  }

  /** All who may read an entry with this access, and maybe others. */
  candidates({ team, userid, canread_base, canread }: ReadAccess): Set<Reader> {
    if (canread_base >= BASE.organization) return new Set(this.#byKey.values())
    const found = new Set<Reader>(this.#byUser.get(userid))
    const take = (index: ReadonlyMap<number, ReadonlySet<Reader>>, name: number) => {
      for (const reader of index.get(name) ?? []) found.add(reader)
    }
    if (canread_base === BASE.team || canread_base === BASE.user) take(this.#byActingTeam, team)
    const lists = JSON.parse(canread) as Partial<Record<keyof typeof GRANT_KIND, number[]>>
    for (const id of lists.users ?? []) take(this.#byUser, id)
    for (const id of lists.teams ?? []) take(this.#byTeam, id)
    for (const id of lists.teamgroups ?? []) take(this.#byGroup, id)
    return found
  }

  *#placesOf({ userid, team, principals }: Reader): Generator<[Map<number, Set<Reader>>, number]> {
    yield [this.#byUser, userid]
    yield [this.#byActingTeam, team]
    for (const one of principals.teams) yield [this.#byTeam, one]
    for (const one of principals.teamgroups) yield [this.#byGroup, one]
  }
}
