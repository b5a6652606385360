/** What other features read of notifications. */
export { BecomingVisible } from './becoming-visible.ts'
export {
  type AgentSilentDetails,
  CATEGORY,
  type ExportReadyDetails,
  type FollowedDetails,
  type JobFailedDetails,
  KINDS,
  type Kind,
  kindOf,
  type WebhookOffDetails,
  wishOf,
} from './category.ts'
export { excerptOf, mentionExcerpt } from './excerpt.ts'
export { listGiven, listToldOfComments, type ToldRow } from './notifications.repo.ts'
export type { FollowedNews } from './notify-followers.ts'
export { announceMail, onNewMail } from './wake.ts'
