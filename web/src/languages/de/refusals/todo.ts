import type { todoRefusals } from '@aliquot/contract/refusals/todo'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const todoWords: WordsFor<typeof todoRefusals> = {
  'todo.not_found': 'Auf Ihrer Liste gibt es nichts mit dieser ID',
  'todo.too_many': 'Auf Ihrer Liste stehen schon {most:count} Aufgaben',
}
