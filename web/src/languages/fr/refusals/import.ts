import type { importRefusals } from '@aliquot/contract/refusals/import'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const importWords: WordsFor<typeof importRefusals> = {
  'import.not_found': 'Vous n’avez pas d’import avec cet identifiant',
  'import.unknown_ending': '{field} : seuls les fichiers avec ces extensions peuvent être importés : {endings:list}',
  'import.empty': '{field} : est vide',
  'import.may_not': 'Vous ne pouvez pas créer d’entrées dans cette équipe',
  'import.may_not_for_others': '{field} : seuls les admins de l’équipe peuvent importer pour d’autres',
  'import.not_member': '{field} : cette personne n’est pas un membre actif de l’équipe',
  'import.too_many': 'Vous avez {most:count} imports inachevés : terminez ou arrêtez-en d’abord quelques-uns',
  'import.not_startable': 'Cet import ne peut pas être lancé : il est en cours, ou terminé',
  'import.not_previewable': 'Cet import ne peut plus être prévisualisé : il est en cours, ou a commencé',
  'import.not_stoppable': 'Cet import ne peut pas être arrêté : il n’est pas en cours',
  'import.not_undoable': 'Cet import ne peut pas être annulé : il est en cours, ou n’a rien créé',
  'import.file_gone': 'Le fichier de cet import n’est plus là : envoyez-le à nouveau',
  'import.may_no_longer': 'La personne qui importe n’en a plus le droit',
  'import.interrupted': 'Le service a été arrêté entre-temps. Ce qui était déjà importé est dans la corbeille',
  'import.nothing_came_in': 'Rien de ce fichier n’a été importé : {why}',
  'import.no_entries': '{field} : ne contient aucune entrée',
  'import.broken': 'L’import a échoué pour une raison interne au service, que son journal indique',
}
