import type { historyRefusals } from '@aliquot/contract/refusals/history'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const historyWords: WordsFor<typeof historyRefusals> = {
  'history.no_revision': 'Keine Revision mit dieser ID an diesem Eintrag',
  'history.no_position': 'Im Verlauf dieses Eintrags gibt es nichts an dieser Stelle',
  'history.created_later': '{field}: dieser Eintrag wurde später erstellt',
}
