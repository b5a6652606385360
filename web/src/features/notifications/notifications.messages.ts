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
    archive: (name: string) => `${name} asks you to archive`,
    lock: (name: string) => `${name} asks you to lock`,
    review: (name: string) => `${name} asks you to review`,
    sign: (name: string) => `${name} asks you to sign`,
    timestamp: (name: string) => `${name} asks you to timestamp`,
  },
  none: 'Nothing new',
  noneHint: 'Comments on your experiments, requests to you and deadlines are found here.',
  failed: 'The notifications could not be loaded',
  older: 'Older ones are on the pages of your experiments.',
  loading: 'Loading',
})

export type NotificationMessages = (typeof notificationMessages)['english']
