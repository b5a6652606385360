import type { fieldFormMessages } from '../../../features/extra-fields/field-form.messages.ts'
import type { jsonMessages } from '../../../features/extra-fields/json.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const fieldsJson: WordsOf<typeof jsonMessages> = {
  title: 'Champs en JSON',
  saved: 'Champs enregistrés',
  notJson: (mistake) => `JSON non valide : ${mistake}`,
  notObject: 'Saisissez un objet : { … }',
  changedMeanwhile: 'Les champs ont changé entre-temps. Enregistrer les remplace.',
}

export const fieldForm: WordsOf<typeof fieldFormMessages> = {
  moreOptions: 'Plus d’options',
}
