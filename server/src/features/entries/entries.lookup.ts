/** What other features read of entries. Rights are asked for in entries.access.ts. */
export { find, findBody, holdRow, listTags } from './entries.repo.ts'
