import type { commentRefusals } from '@aliquot/contract/refusals/comment'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const commentWords: WordsFor<typeof commentRefusals> = {
  'comment.not_found': 'Kein Kommentar mit dieser ID an diesem Eintrag',
  'comment.not_author': 'Einen Kommentar kann nur der Autor ändern oder löschen',
  'comment.of_system': 'Dieser Kommentar wurde vom System geschrieben und ist schreibgeschützt',
}
