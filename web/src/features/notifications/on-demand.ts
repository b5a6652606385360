/** What is loaded with the bell's first use. */
export { NotificationPopover } from './NotificationPopover.tsx'
export { NotificationsPage } from './NotificationsPage.tsx'
