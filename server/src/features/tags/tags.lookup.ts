/** What other features read of tags. */
export { findByKeys } from './tags.repo.ts'
