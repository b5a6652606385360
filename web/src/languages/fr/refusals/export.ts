import type { exportRefusals } from '@aliquot/contract/refusals/export'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const exportWords: WordsFor<typeof exportRefusals> = {
  'export.not_here_yet': '{field} : {format} n’est pas encore disponible : {offered:list} le sont',
  'export.unknown_format': '{field} : n’est pas un format d’entrées : {offered:list} le sont',
  'export.only_json': '{field} : n’est pas disponible ici : seul json l’est',
  'export.only_present': '{field} : seul l’état présent d’une entrée peut être exporté comme fichier',
  'export.not_export_id': '{field} : doit avoir de 16 à 64 lettres, chiffres, - ou _',
  'export.one_code': '{field} : l’image d’un code est celle d’une seule entrée',
  'export.too_many_pages':
    'Un fichier de pages a au plus {most} entrées : choisissez-en moins, ou une archive ZIP avec des PDF',
  'export.no_entry': '{field} : l’entrée {id} n’existe pas',
  'export.left_out': '{field} : le reste de la requête exclut l’entrée {id}',
  'export.no_file': '{field} : cette entrée n’a pas de fichier {id}',
  'export.may_not_read': 'Vous n’avez pas le droit de lire l’entrée {id}',
  'export.unknown': 'Aucun de vos exports ne porte ce nom ici',
  'export.stopped': 'L’export a été arrêté',
  'export.not_found': 'Vous n’avez pas d’export avec ce numéro',
  'export.not_ready': 'Le fichier de cet export n’est pas prêt',
  'export.file_gone': 'Le fichier de cet export n’existe plus : relancez l’export',
  'export.too_many': 'Vous avez déjà {most:count} exports : supprimez-en un d’abord',
  'export.one_type': '{field} : les entrées d’une liste sont d’un seul type',
  'export.nothing_chosen': 'Rien n’a été choisi : un export demande au moins un type d’entrées',
  'export.may_no_longer': 'Vous ne pouviez plus agir dans l’équipe quand l’export a été préparé',
  'export.broken': 'L’export a échoué pour une raison propre au service, que dit son journal',
}
