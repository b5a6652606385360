import type { commentMessages } from '../../../features/comments/comments.messages.ts'
import type { mentionMessages } from '../../../features/mentions/mentions.messages.ts'
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

export const mention: WordsOf<typeof mentionMessages> = {
  people: 'Personen',
  searching: 'Suche…',
  cannotRead: 'Kann diesen Eintrag nicht lesen – teilen',
  shareAndMention: (name) => `Zum Lesen mit ${name} teilen und erwähnen`,
  onlyMention: 'Nur erwähnen',
  notTold: (name) => `${name} wird nicht benachrichtigt`,
  shared: (name) => `Mit ${name} geteilt`,
  notShared: (name) => `Teilen mit ${name} nicht möglich`,
}
