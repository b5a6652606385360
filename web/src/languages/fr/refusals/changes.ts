import type { changesRefusals } from '@aliquot/contract/refusals/changes'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const changesWords: WordsFor<typeof changesRefusals> = {
  'changes.not_cursor': [
    '{field} : n’est pas une position du flux de cette instance',
    'Omettez-le pour commencer au début, ou envoyez now.',
  ],
  'changes.too_many_streams': [
    'Vous suivez déjà le flux par {most} connexions, le maximum pour une personne',
    'Fermez-en une. Les onglets d’un navigateur et les parties d’un programme peuvent en partager une.',
  ],
  'changes.too_many_waiting': [
    'Vous attendez déjà des changements par {most} requêtes, le maximum pour une personne',
    'Demandez sans wait, ou suivez le flux continu.',
  ],
  'changes.unknown_kind': '{field} : « {given} » n’est pas un type de changement, voir /api/docs',
}
