import type { historyRefusals } from '@aliquot/contract/refusals/history'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const historyWords: WordsFor<typeof historyRefusals> = {
  'history.no_revision': 'Cette entrée n’a pas de révision avec cet identifiant',
  'history.no_position': 'Rien à cet endroit dans l’historique',
  'history.created_later': '{field} : cette entrée a été créée plus tard',
}
