import type { todoMessages } from '../../../features/todo/todo.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const todo: WordsOf<typeof todoMessages> = {
  title: 'Aufgaben',
  own: 'Ihre Liste',
  add: 'Aufgabe hinzufügen',
  placeholder: 'Aufgabe hinzufügen…',
  hint: 'Nur Sie sehen diese Liste.',
  tick: (body) => `Erledigt: ${body}`,
  rename: (body) => `„${body}“ bearbeiten`,
  done: (body) => `„${body}“ erledigt`,
  showAll: (count) => `Alle ${count} anzeigen`,
}
