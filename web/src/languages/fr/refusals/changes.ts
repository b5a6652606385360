import type { changesRefusals } from '@aliquot/contract/refusals/changes'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const changesWords: WordsFor<typeof changesRefusals> = {
  'changes.not_cursor': [
    '{field} : n’est pas une position du flux de cette instance',
    'Omettez-le pour commencer au début, ou envoyez now.',
  ],
  'changes.unknown_kind': '{field} : « {given} » n’est pas un type de changement, voir /api/docs',
}
