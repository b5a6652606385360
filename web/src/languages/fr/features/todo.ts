import type { todoMessages } from '../../../features/todo/todo.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const todo: WordsOf<typeof todoMessages> = {
  title: 'À faire',
  own: 'Votre liste',
  add: 'Noter une chose à faire',
  placeholder: 'Noter une chose à faire…',
  hint: 'Vous seul voyez cette liste.',
  tick: (body) => `Fait : ${body}`,
  rename: (body) => `Modifier « ${body} »`,
  done: (body) => `« ${body} » est fait`,
  showAll: (count) => `Tout afficher (${count})`,
}
