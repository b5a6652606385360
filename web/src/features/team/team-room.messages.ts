import { defineMessages } from '../../i18n/messages.tsx'

export const teamRoomMessages = defineMessages(
  {
    title: 'Files',
    files: (used: string) => `${used} of files`,
    filesOf: (used: string, limit: string) => `${used} of ${limit} of files`,
    filesShare: (name: string) => `Room for files that ${name} has taken`,
    limited: 'Every version of a file counts, archived and deleted ones too. System administrators set the limit.',
    unlimited: 'There is no limit. Every version of a file counts, archived and deleted ones too.',
  },
  {
    fr: {
      title: 'Fichiers',
      files: (used: string) => `${used} de fichiers`,
      filesOf: (used: string, limit: string) => `${used} sur ${limit} de fichiers`,
      filesShare: (name: string) => `Place prise par les fichiers de ${name}`,
      limited:
        'Chaque version d’un fichier compte, même archivée ou supprimée. Les administrateurs du système fixent la limite.',
      unlimited: 'Il n’y a pas de limite. Chaque version d’un fichier compte, même archivée ou supprimée.',
    },
  },
)
