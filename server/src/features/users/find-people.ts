import type { Db } from '../../db/schema.ts'
import { listPeople, type PeopleWanted, type Person } from './people.repo.ts'

/** Up to so many people who meet the conditions, in order of id. */
export function findPeople(db: Db, wanted: Partial<PeopleWanted>, most: number): Promise<Person[]> {
  const anybody: PeopleWanted = { words: [], ids: undefined, place: undefined, isUnvalidated: false }
  return listPeople(db, { ...anybody, ...wanted }, { limit: most, offset: 0 })
}
