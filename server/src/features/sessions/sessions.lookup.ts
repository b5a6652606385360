/** What others read of sessions. */
export { listOpen } from './sessions.repo.ts'
