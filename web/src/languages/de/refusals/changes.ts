import type { changesRefusals } from '@aliquot/contract/refusals/changes'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const changesWords: WordsFor<typeof changesRefusals> = {
  'changes.not_cursor': [
    '{field}: ist keine Stelle im Feed dieser Instanz',
    'Lassen Sie es weg, um von vorn zu beginnen, oder senden Sie now.',
  ],
  'changes.unknown_kind': '{field}: „{given}“ ist keine Art von Änderung, siehe /api/docs',
}
