import type { labelMessages } from '../../../features/labels/labels.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const label: WordsOf<typeof labelMessages> = {
  category: 'Kategorie',
  status: 'Status',
  none: 'Keine Angabe',
  choose: { category: 'Kategorie setzen', status: 'Status setzen' },
  find: 'Suchen oder erstellen…',
  findOnly: 'Suchen…',
  noneFound: 'Kein Treffer',
  make: (name) => `„${name}“ erstellen`,
  otherTeam: (team) => `von ${team}`,
  without: { category: 'Ohne Kategorie', status: 'Ohne Status' },
}
