import { defineMessages } from '../../i18n/messages.tsx'

export const notificationMessages = defineMessages('notification', {
  title: 'Notifications',
  markAll: 'Mark all as read',
  markSeen: (title: string) => `Mark “${title}” as read`,
  markUnseen: (title: string) => `Mark “${title}” as unread`,
  unread: 'Unread',
  commented: (name: string) => `${name} commented on`,
  due: (time: string) => `A step is due ${time} in`,
  isNew: (team: string) => `New member of ${team}:`,
  waits: (team: string) => `New in ${team}, not approved yet:`,
  asked: {
    archive: (name: string) => `${name} requests archiving of`,
    lock: (name: string) => `${name} requests a lock of`,
    review: (name: string) => `${name} requests a review of`,
    sign: (name: string) => `${name} requests a signature of`,
    timestamp: (name: string) => `${name} requests a timestamp of`,
  },
  none: 'No notifications',
  noneHint: 'Comments, requests and deadlines appear here.',
  failed: 'The notifications could not be loaded',
  older: 'Find older ones on the pages of your experiments.',
  loading: 'Loading',
})

export type NotificationMessages = (typeof notificationMessages)['english']
