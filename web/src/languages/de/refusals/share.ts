import type { shareRefusals } from '@aliquot/contract/refusals/share'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const shareWords: WordsFor<typeof shareRefusals> = {
  'share.nothing': 'Hier gibt es nichts zu sehen: Der Link ist falsch oder wurde ausgeschaltet',
  'share.too_many': 'Zu viele Freigabelinks, die nirgendwohin führen; versuchen Sie es später erneut',
}
