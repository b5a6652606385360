import { defineMessages } from '../../i18n/messages.tsx'

export const notificationMessages = defineMessages('notification', {
  title: 'Notifications',
  markAll: 'Mark all as read',
  markSeen: (title: string) => `Mark “${title}” as read`,
  markUnseen: (title: string) => `Mark “${title}” as unread`,
  unread: 'Unread',
  commented: (name: string) => `${name} commented on`,
  mentioned: (name: string) => `${name} mentioned you in`,
  /** Nobody's name for the command line. */
  changed: (name: string) => (name === '' ? 'Changes in' : `Changes, the last by ${name}, in`),
  /** What happened to a followed entry, and how often. */
  happened: {
    edited: (times: string, isOne: boolean) => (isOne ? 'Edited' : `Edited ${times} times`),
    comments: (times: string, isOne: boolean) => (isOne ? '1 comment' : `${times} changes of comments`),
    steps: (times: string, isOne: boolean) => (isOne ? '1 step' : `${times} changes of steps`),
    files: (times: string, isOne: boolean) => (isOne ? '1 file' : `${times} changes of files`),
    links: (times: string, isOne: boolean) => (isOne ? '1 link' : `${times} changes of links`),
    archived: () => 'Archived',
    unarchived: () => 'Unarchived',
    deleted: () => 'Moved to the trash',
    restored: () => 'Restored',
  },
  due: (time: string) => `A step is due ${time} in`,
  isNew: (team: string) => `New member of ${team}:`,
  waits: (team: string) => `New in ${team}, not approved yet:`,
  webhookOff: 'Webhook switched off:',
  offReasons: {
    gone: 'The receiver said that it is gone (410).',
    failing: 'Deliveries failed for three days.',
    owner: 'You may no longer have it.',
    secret: 'Its secret cannot be read on this server.',
    operator: 'The operator of the notebook switched it off.',
  },
  jobFailed: 'Not finished:',
  jobDone: 'Ready:',
  exportOf: (entries: number | null) =>
    entries === null ? 'export' : entries === 1 ? 'export of an entry' : `export of ${entries} entries`,
  exportHint: 'The file is incomplete. Start the export again.',
  agentSilent: 'No word from',
  agentHint: (host: string) => `Check the computer ${host}. New files may not arrive.`,
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
  showAll: 'All notifications',
  loading: 'Loading',
})

export type NotificationMessages = (typeof notificationMessages)['english']
