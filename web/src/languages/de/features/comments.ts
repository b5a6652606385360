import type { commentMessages } from '../../../features/comments/comments.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const comment: WordsOf<typeof commentMessages> = {
  title: 'Kommentare',
  none: 'Noch keine Kommentare. Fragen und Notizen hier sehen alle, die diesen Eintrag sehen können.',
  add: 'Kommentar schreiben',
  placeholder: 'Kommentar schreiben…',
  send: 'Kommentieren',
  hint: 'Links, *fett*, _kursiv_ und `Code` sind möglich.',
  edit: 'Kommentar bearbeiten',
  remove: 'Kommentar löschen',
  removed: 'Kommentar gelöscht',
  edited: 'bearbeitet',
  cancel: 'Abbrechen',
  save: 'Speichern',
  text: 'Kommentartext',
}
