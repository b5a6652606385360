import type { resumableRefusals } from '@aliquot/contract/refusals/resumable'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const resumableWords: WordsFor<typeof resumableRefusals> = {
  'resumable.not_found': 'Cet envoi n’existe plus : recommencez-le',
  'resumable.too_many':
    'Vous avez {most:count} envois inachevés de la dernière heure : terminez-en ou annulez-en un d’abord',
  'resumable.version': '{field} : doit être {version}',
  'resumable.unsupported': '{field} : n’est pas pris en charge ici',
  'resumable.not_bytes': '{field} : doit être un nombre entier d’octets',
  'resumable.wrong_type': '{field} : doit être {type}',
  'resumable.bad_metadata': '{field} : doit être des clés avec des valeurs en base64, chaque clé une fois',
  'resumable.wrong_offset': '{field} : n’est pas là où en est l’envoi ; demandez-le avec HEAD',
  'resumable.too_many_bytes': '{field} : est inférieur à ce qui a été envoyé',
}
