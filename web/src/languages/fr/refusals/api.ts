import type { apiRefusals } from '@aliquot/contract/refusals/api'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const apiWords: WordsFor<typeof apiRefusals> = {
  'api.nothing': 'Il n’y a rien à cette adresse',
  'api.v1_gone': 'La version 1 de l’API n’existe plus, utilisez {api}',
  'api.unknown_version': 'Il n’y a pas d’API {version}, utilisez {api}',
  'api.unknown_endpoint': ['Point d’accès inconnu : {name}', 'Connus : {known:list}'],
  'api.unknown_submodel': ['Partie inconnue de {parent} : {name}', 'Connues : {known:list}'],
  'api.wrong_method': ['{method} n’est pas possible ici', 'Possibles : {known:list}'],
  'api.no_method': '{method} n’est pas possible ici',
  'api.name_entry': 'Il faut le numéro d’une entrée',
  'api.name_one': 'Il faut le numéro d’un élément de {submodel}',
}
