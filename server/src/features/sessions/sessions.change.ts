/** What a change of an account does to its sessions. */
export { deleteAll, deleteOfUser } from './sessions.repo.ts'
