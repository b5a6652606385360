import type { todoRefusals } from '@aliquot/contract/refusals/todo'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const todoWords: WordsFor<typeof todoRefusals> = {
  'todo.not_found': 'Ce n’est pas sur votre liste',
  'todo.too_many': 'Votre liste a déjà {most:count} choses',
}
