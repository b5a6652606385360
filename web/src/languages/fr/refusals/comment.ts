import type { commentRefusals } from '@aliquot/contract/refusals/comment'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const commentWords: WordsFor<typeof commentRefusals> = {
  'comment.not_found': 'Ce commentaire n’existe pas',
  'comment.not_author': 'Seul son auteur modifie ou supprime un commentaire',
  'comment.of_system': 'Ce commentaire a été écrit par le système et est en lecture seule',
}
