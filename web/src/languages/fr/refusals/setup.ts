import type { setupRefusals } from '@aliquot/contract/refusals/setup'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const setupWords: WordsFor<typeof setupRefusals> = {
  'setup.done': 'Cette instance est déjà installée',
  'setup.wrong_token': '{field} : n’est pas celui que le serveur a affiché au démarrage',
}
