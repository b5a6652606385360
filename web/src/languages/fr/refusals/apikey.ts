import type { apikeyRefusals } from '@aliquot/contract/refusals/apikey'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const apikeyWords: WordsFor<typeof apikeyRefusals> = {
  'apikey.not_found': 'Cette clé d’API n’existe pas',
  'apikey.of_other': 'Cette clé d’API appartient à quelqu’un d’autre',
  'apikey.only_deposit': '{field} : seules les clés de dépôt en ont',
  'apikey.no_template': '{field} : vous ne voyez aucun modèle avec l’identifiant {id}',
  'apikey.no_entry': '{field} : vous ne voyez aucune entrée de ce type avec l’identifiant {id}',
  'apikey.deposit_only': [
    'Cette clé d’API ne sert qu’à déposer, elle ne permet pas cela',
    'Une clé de dépôt crée des entrées à partir de ses modèles et y ajoute des fichiers, des commentaires et des valeurs.',
  ],
  'apikey.deposit_elsewhere': 'Cette clé d’API n’a pas créé cette entrée et n’y a pas été autorisée',
  'apikey.deposit_not_made': 'Cette clé d’API n’a pas créé cette entrée, elle ne peut pas la lire',
  'apikey.deposit_not_added': 'Cette clé d’API n’a pas ajouté ce fichier',
  'apikey.deposit_template': '{field} : cette clé d’API ne crée des entrées qu’à partir de ces modèles : {known:list}',
  'apikey.deposit_not_this': '{field} : impossible avec une clé d’API de dépôt',
}
