import { defineMessages } from '../../i18n/messages.tsx'

export const notificationsPageMessages = defineMessages('notificationsPage', {
  title: 'Notifications',
  show: 'Show',
  tabs: { all: 'All', unread: 'Unread', mentions: 'Mentions', following: 'Following' },
  markAll: 'Mark all as read',
  more: 'Show more',
  empty: {
    all: 'No notifications yet',
    unread: 'All read',
    mentions: 'No one has mentioned you yet',
    following: 'You follow no entries yet',
  },
  hints: {
    all: 'Comments, requests, mentions and changes of followed entries appear here.',
    unread: 'New ones appear here by themselves.',
    mentions: 'Type @ and a name in a text or comment to mention someone.',
    following: 'Click the bell at the top of an entry to follow it.',
  },
  unfollow: (title: string) => `Unfollow “${title}”`,
  unfollowed: 'You no longer follow this entry',
  keys: { next: 'Next', previous: 'Previous', done: 'Mark as read or unread' },
})
