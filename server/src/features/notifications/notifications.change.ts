/** What happens to notifications when their subject changes or goes. notify.ts makes new ones. */
export { moveDeadline, removeOfComment, removeOfRequest, removeOfStep, setSeenOfRequest } from './notifications.repo.ts'
