import type { todoMessages } from '../../../features/todo/todo.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const todo: WordsOf<typeof todoMessages> = {
  title: 'À faire',
  own: 'Votre liste',
  add: 'Ajouter une tâche',
  placeholder: 'Ajouter une tâche…',
  hint: 'Vous seul voyez cette liste.',
  tick: (body) => `Fait : ${body}`,
  rename: (body) => `Modifier « ${body} »`,
  done: (body) => `« ${body} » fait`,
  showAll: (count) => `Tout afficher (${count})`,
}
