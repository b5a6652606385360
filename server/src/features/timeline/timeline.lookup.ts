/** What other features read of the events of an entry. */
export { findLength, findRow, listChanges } from './timeline.repo.ts'
