import type { setupRefusals } from '@aliquot/contract/refusals/setup'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const setupWords: WordsFor<typeof setupRefusals> = {
  'setup.done': 'Diese Instanz ist bereits eingerichtet',
  'setup.wrong_token': '{field}: ist nicht das vom letzten Start des Servers',
}
