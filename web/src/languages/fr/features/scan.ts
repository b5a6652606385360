import type { scanMessages } from '../../../features/scan/scan.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const scan: WordsOf<typeof scanMessages> = {
  title: 'Scanner un code',
  looking: 'Recherche de l’entrée…',
  hint: 'Tenez la caméra au-dessus d’un code QR, Data Matrix, Aztec ou Code 128',
  waiting: 'En attente de la caméra…',
  refused:
    'Le navigateur n’a pas le droit d’utiliser la caméra. Autorisez-la à côté de l’adresse de cette page, ou prenez une photo.',
  absent: 'Aucune caméra trouvée, ou un autre programme l’utilise. Vous pouvez choisir une photo.',
  insecure: 'Les navigateurs ne donnent la caméra qu’aux pages en https. Vous pouvez prendre une photo.',
  photo: 'Prendre ou choisir une photo',
  nothing: 'Aucun code lisible sur cette photo. Essayez de plus près, avec plus de lumière.',
  noPicture: 'Le navigateur ne peut pas ouvrir ce fichier comme image',
  failed: 'Le lecteur de codes n’a pas pu être chargé',
  unknown: 'Aucune entrée que vous pouvez lire ici ne porte ce code',
  several: 'Plusieurs entrées portent ce code',
  search: 'Rechercher ce code',
  archived: 'Archivé',
  deleted: 'Dans la corbeille',
}
