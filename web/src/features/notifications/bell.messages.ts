import { defineMessages } from '../../i18n/messages.tsx'

export const bellMessages = defineMessages('bell', {
  title: 'Notifications',
  unseen: (count: string, _isOne: boolean) => `${count} unread`,
})
