/** What other features read of past states. */
export { findLastTouch } from './history.repo.ts'
