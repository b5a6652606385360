import type { apikeyRefusals } from '@aliquot/contract/refusals/apikey'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const apikeyWords: WordsFor<typeof apikeyRefusals> = {
  'apikey.not_found': 'Cette clé d’API n’existe pas',
  'apikey.of_other': 'Cette clé d’API appartient à quelqu’un d’autre',
}
