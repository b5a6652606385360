/** What other features read of accounts. */
export { findPeople } from './find-people.ts'
export { countEverybody } from './people.repo.ts'
export { find, findByEmail, hasAny, listMemberships, nameKey } from './users.repo.ts'
