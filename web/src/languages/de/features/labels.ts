import type { labelInputMessages } from '../../../features/labels/label-input.messages.ts'
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

export const labelInput: WordsOf<typeof labelInputMessages> = {
  noneYet: { category: 'Noch keine Kategorien.', status: 'Noch keine Status.' },
  typeOne: {
    category: 'Noch keine Kategorien. Tippen Sie einen Namen, um eine zu erstellen.',
    status: 'Noch keine Status. Tippen Sie einen Namen, um einen zu erstellen.',
  },
}
