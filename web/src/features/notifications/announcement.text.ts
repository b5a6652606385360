import { defineTexts } from '../../i18n/text.tsx'

export const announcementTexts = defineTexts(
  { forAll: 'Announcement', forTeam: 'Announcement of the team' },
  { fr: { forAll: 'Annonce', forTeam: 'Annonce de l’équipe' } },
)
