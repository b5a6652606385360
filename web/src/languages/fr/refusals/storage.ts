import type { storageRefusals } from '@aliquot/contract/refusals/storage'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const storageWords: WordsFor<typeof storageRefusals> = {
  'storage.database_busy': 'La base de données est occupée',
  'storage.database_silent': 'La base de données ne répond pas en ce moment',
  'storage.database_full': 'La base de données ne peut rien enregistrer en ce moment',
  'storage.search_damaged': 'L’index de recherche est en cours de reconstruction ; tout le reste fonctionne',
  'storage.flush_failed': 'Le disque a échoué : vérifiez si la modification est là avant de la refaire',
  'storage.record_busy': 'D’autres modifient le même élément en ce moment',
  'storage.text_busy': 'D’autres modifient ce texte sans arrêt en ce moment',
  'storage.too_many_changes': 'Trop de modifications attendent d’être enregistrées',
  'storage.files_silent': 'Le stockage des fichiers ne fonctionne pas en ce moment',
  'storage.files_broken': 'Le stockage des fichiers ne fonctionne pas en ce moment ; rien n’a été enregistré',
  'storage.cleaning_up': 'Ce contenu est en cours de nettoyage ; rien n’a été enregistré',
  'storage.no_room': 'Il n’y a pas de place pour ce fichier ; rien n’a été enregistré',
  'storage.content_missing': [
    'Le contenu de ce fichier manque dans le stockage de ce serveur',
    'Prévenez l’administrateur : plusieurs serveurs ont besoin du même stockage (docs/several-servers.md) ; sinon le fichier est perdu, et aliquot verify le nomme aussi. SHA-256 {hash}',
  ],
  'storage.content_altered': [
    'Le contenu de ce fichier a été altéré dans le stockage',
    'Prévenez l’administrateur : aliquot verify le nomme aussi. SHA-256 {hash}',
  ],
}
