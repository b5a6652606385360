import type { uploadRefusals } from '@aliquot/contract/refusals/upload'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const uploadWords: WordsFor<typeof uploadRefusals> = {
  'upload.not_found': 'Cette entrée n’a pas de fichier avec cet identifiant',
  'upload.no_such_name': 'Aucun fichier ne porte ce nom',
  'upload.not_yours': 'Vous n’avez pas déposé de fichier avec cet identifiant',
  'upload.of_system': 'Ce fichier vient du système et ne change pas',
  'upload.not_shown': 'Ce fichier n’est plus affiché : remplacez celui qui l’est',
  'upload.in_text': 'Ce fichier est montré dans le texte : enlevez-le d’abord du texte',
  'upload.may_not_give': 'Seuls son auteur, le propriétaire de l’entrée et les admins donnent un fichier',
  'upload.no_picture': 'Il n’y a pas d’image de ce fichier',
  'upload.too_slow': 'Le fichier arrive trop lentement',
  'upload.disk_nearly_full': 'Le disque du serveur est presque plein ; rien n’a été enregistré',
  'upload.team_quota': 'Les fichiers de votre équipe peuvent occuper {most:bytes} ; celui-ci est de trop',
  'upload.quota': 'L’ensemble des fichiers peut occuper {most:bytes} ; celui-ci est de trop',
  'upload.too_many_previews': 'Trop d’aperçus sont en préparation en ce moment',
  'upload.slow_preview': 'Cet aperçu est long à préparer',
  'upload.no_such_part': '{field} : est hors du fichier, qui a {size:count} octets',
  'upload.php': '{field} : les fichiers en .php sont refusés',
  'upload.name_replaced': '{field} : nommez le fichier à remplacer par son identifiant',
  'upload.name_copied': '{field} : nommez le fichier à copier par son identifiant',
  'upload.not_png': '{field} : doit être une adresse data:image/png;base64,…',
  'upload.same_source': '{field} : doit être un autre fichier que celui à remplacer',
  'upload.no_source': '{field} : cette entrée n’a pas de fichier avec cet identifiant',
  'upload.not_action': '{field} : n’est pas une action possible ici',
  'upload.not_json_action':
    '{field} : doit être createfromstring, duplicate ou replace ; envoyez un fichier en multipart/form-data',
  'upload.not_state': '{field} : doit être 1 (normal), 2 (archivé) ou 3 (supprimé)',
  'upload.not_archive_state': '{field} : doit être 1 (normal) ou 2 (archivé)',
  'upload.not_page': '{field} : doit être le numéro d’une page, à partir de 1',
  'upload.not_long_name': '{field} : n’est pas le nom long d’un fichier',
  'upload.not_states': '{field} : « {given} » n’est pas un état : 1 normal, 2 archivé, 3 supprimé',
}
