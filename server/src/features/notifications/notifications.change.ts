/** Changes of notifications when their subject changes or goes. notify.ts creates new ones. */
export { moveDeadline, removeOfComment, removeOfRequest, removeOfStep, setSeenOfRequest } from './notifications.repo.ts'
