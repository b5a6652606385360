import type { ReadAccess } from '../../access/principals.ts'
import { readersAmong } from '../../access/readers.ts'
import type { Db } from '../../db/schema.ts'
import { foldText } from '../../lib/text.ts'
import { findPeople } from '../users/users.lookup.ts'
import { fullnameOf } from '../users/users.record.ts'

/** More people with one name are looked at by nobody. */
const MOST_ALIKE = 50

/** The only reader of an entry with a name that somebody typed. Of two with the same name neither is meant. */
export async function findNamed(db: Db, access: ReadAccess, name: string): Promise<number | undefined> {
  const found = await findPeople(db, { words: name.split(' ') }, MOST_ALIKE)
  const alike = found.filter((person) => foldText(fullnameOf(person)) === name)
  const readers = await readersAmong(
    db,
    access,
    alike.map(({ userid }) => userid),
  )
  return readers.size === 1 ? [...readers][0] : undefined
}
