import type { apikeyRefusals } from '@aliquot/contract/refusals/apikey'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const apikeyWords: WordsFor<typeof apikeyRefusals> = {
  'apikey.not_found': 'Kein API-Schlüssel mit dieser ID',
  'apikey.of_other': 'Dieser API-Schlüssel gehört jemand anderem',
}
