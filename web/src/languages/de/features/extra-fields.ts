import type { fieldFormMessages } from '../../../features/extra-fields/field-form.messages.ts'
import type { jsonMessages } from '../../../features/extra-fields/json.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const fieldsJson: WordsOf<typeof jsonMessages> = {
  title: 'Felder als JSON',
  saved: 'Felder gespeichert',
  notJson: (mistake) => `Kein gültiges JSON: ${mistake}`,
  notObject: 'Ein Objekt eingeben: { … }',
  changedMeanwhile: 'Die Felder wurden inzwischen geändert. Speichern ersetzt sie.',
}

export const fieldForm: WordsOf<typeof fieldFormMessages> = {
  moreOptions: 'Weitere Optionen',
}
