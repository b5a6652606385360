import type { Db } from '../../../db/schema.ts'
import { type Changes, type Json, valueAfter } from '../../../journal/changes.ts'
import * as repo from '../history.repo.ts'

/** The names of people, teams and labels at a moment; the current name if the journal does not know it. */
export class NamesThen {
  readonly #db: Db
  readonly #at: string
  readonly #labels = new Map<number, Promise<Label | undefined>>()

  constructor(db: Db, at: string) {
    this.#db = db
    this.#at = at
  }

  async team(id: number): Promise<{ name: string }> {
    const [now] = await repo.findTeam(this.#db, { id })
    return this.#then('team', id, now ?? { name: '' })
  }

  async label(id: number | null): Promise<Label | undefined> {
    if (id === null) return undefined
    const label = this.#labels.get(id) ?? this.#readLabel(id)
    this.#labels.set(id, label)
    return label
  }

  async #readLabel(id: number): Promise<Label | undefined> {
    const [now] = await repo.findLabel(this.#db, { id })
    return now && this.#then('label', id, now)
  }

  async people(ids: Iterable<number>): Promise<Map<number, Person>> {
    const wanted = [...new Set(ids)]
    const people = new Map<number, Person>()
    for (let at = 0; at < wanted.length; at += MOST_PEOPLE) {
      for (const { userid, ...now } of await repo.listPeople(this.#db, wanted.slice(at, at + MOST_PEOPLE))) {
        people.set(userid, await this.#then('user', userid, now))
      }
    }
    return people
  }

  /** The last value up to the moment or, if there is none, the value that the first change after it replaced. */
  async #then<T extends Record<string, Json>>(subject: string, id: number, now: T): Promise<T> {
    const then: Record<string, Json> = {}
    for (const { at, changes } of await repo.listInstance(this.#db, { subject, id })) {
      for (const [field, change] of Object.entries(JSON.parse(changes) as Changes)) {
        if (!(field in now)) continue
        if (at <= this.#at) then[field] = valueAfter(change, undefined) ?? null
        else if (!(field in then) && 'before' in change) then[field] = change.before ?? null
      }
    }
    return { ...now, ...then }
  }
}

const MOST_PEOPLE = 200

interface Label extends Record<string, Json> {
  title: string
  color: string
}

export type Person = Omit<Awaited<ReturnType<typeof repo.listPeople>>[number], 'userid'>
