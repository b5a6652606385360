import type { shareRefusals } from '@aliquot/contract/refusals/share'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const shareWords: WordsFor<typeof shareRefusals> = {
  'share.nothing': 'Dieser Link funktioniert nicht: Er ist falsch oder wurde ausgeschaltet',
  'share.too_many': 'Zu viele falsche öffentliche Links; versuchen Sie es später erneut',
}
