import type { shareMessages } from '../../../features/share/share.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const share: WordsOf<typeof shareMessages> = {
  nothing: 'Dieser Link funktioniert nicht',
  nothingHint: 'Der Link ist falsch oder wurde ausgeschaltet. Bitten Sie den Besitzer um einen neuen.',
  by: (name, team) => `Von ${name}, ${team}`,
  changed: 'geändert',
  signIn: 'Anmelden',
  tags: 'Tags',
  fields: 'Felder',
  steps: 'Schritte',
  files: 'Dateien',
  download: (name) => `${name} herunterladen`,
  done: 'erledigt',
  open: 'offen',
  readOnly: 'Per Link freigegeben',
  yes: 'ja',
  no: 'nein',
}
