import type { scanMessages } from '../../../features/scan/scan.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const scan: WordsOf<typeof scanMessages> = {
  title: 'Scanner un code',
  hint: 'Tenez la caméra au-dessus d’un code QR ou Data Matrix',
  waiting: 'En attente de la caméra…',
  refused:
    'Le navigateur ne peut pas utiliser la caméra. Autorisez-la à côté de l’adresse de cette page, ou prenez une photo.',
  absent: 'Aucune caméra libre sur cet appareil. Vous pouvez choisir une photo.',
  insecure: 'Les navigateurs ne donnent la caméra qu’aux pages en https. Vous pouvez prendre une photo.',
  photo: 'Prendre ou choisir une photo',
  nothing: 'Aucun code lisible sur cette photo. Essayez de plus près, avec plus de lumière.',
  noPicture: 'Ce n’est pas une image que le navigateur peut montrer',
  failed: 'Le lecteur de codes n’a pas pu être chargé',
  unknown: 'Aucune entrée que vous pouvez lire ici ne porte ce code',
  several: 'Plusieurs entrées portent ce code',
  search: 'Rechercher ce code',
}
