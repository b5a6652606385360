import type { waitingEntriesMessages } from '../../../features/waiting-entries/waiting-entries.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const waitingEntries: WordsOf<typeof waitingEntriesMessages> = {
  waiting: 'En attente du réseau',
  notSent: 'Pas encore enregistré',
}
