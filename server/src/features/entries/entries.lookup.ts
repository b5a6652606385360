/** What other features read of entries. entries.access.ts checks rights. */
export { find, findBody, holdRow, listTags } from './entries.repo.ts'
