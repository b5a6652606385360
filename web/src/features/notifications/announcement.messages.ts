import { defineMessages } from '../../i18n/messages.tsx'

export const announcementMessages = defineMessages('announcement', {
  forAll: 'Announcement',
  forTeam: 'Team announcement',
})
