import { defineMessages } from '../../i18n/messages.tsx'

export const announcementMessages = defineMessages(
  { forAll: 'Announcement', forTeam: 'Announcement of the team' },
  { fr: { forAll: 'Annonce', forTeam: 'Annonce de l’équipe' } },
)
