import type { exportRefusals } from '@aliquot/contract/refusals/export'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const exportWords: WordsFor<typeof exportRefusals> = {
  'export.not_here_yet': '{field} : {format} n’est pas encore disponible : {offered:list} le sont',
  'export.unknown_format': '{field} : n’est pas un format d’entrées : {offered:list} le sont',
  'export.only_json': '{field} : n’est pas disponible ici : seul json l’est',
  'export.only_present': '{field} : seul l’état présent d’une entrée peut être exporté comme fichier',
  'export.not_export_id': '{field} : doit avoir de 16 à 64 lettres, chiffres, - ou _',
  'export.no_entry': '{field} : l’entrée {id} n’existe pas',
  'export.left_out': '{field} : le reste de la requête exclut l’entrée {id}',
  'export.no_file': '{field} : cette entrée n’a pas de fichier {id}',
  'export.may_not_read': 'Vous n’avez pas le droit de lire l’entrée {id}',
  'export.unknown': 'Aucun de vos exports ne porte ce nom ici',
  'export.stopped': 'L’export a été arrêté',
}
