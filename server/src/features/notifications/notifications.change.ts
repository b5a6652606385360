/** Changes of notifications when their subject changes or goes. notify.ts creates new ones. */
export {
  moveDeadline,
  removeOfComment,
  removeOfPerson,
  removeOfRequest,
  removeOfStep,
  setSeenOfRequest,
  setSeenOfWaiting,
} from './notifications.repo.ts'
