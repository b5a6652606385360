/** What a change of an account does to its sessions. */
export { deleteOfUser } from './sessions.repo.ts'
