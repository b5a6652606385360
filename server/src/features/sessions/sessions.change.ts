/** The parts of sessions that changes of accounts use. */
export { deleteAll, deleteOfUser } from './sessions.repo.ts'
