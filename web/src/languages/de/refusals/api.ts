import type { apiRefusals } from '@aliquot/contract/refusals/api'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const apiWords: WordsFor<typeof apiRefusals> = {
  'api.nothing': 'Unter dieser Adresse gibt es nichts',
  'api.v1_gone': 'Version 1 der API gibt es nicht mehr, verwenden Sie {api}',
  'api.unknown_version': 'Eine API {version} gibt es nicht, verwenden Sie {api}',
  'api.unknown_endpoint': ['Unbekannter Endpunkt: {name}', 'Bekannt: {known:list}'],
  'api.unknown_submodel': ['Unbekanntes Untermodell von {parent}: {name}', 'Bekannt: {known:list}'],
  'api.wrong_method': ['{method} ist für diese Ressource nicht verfügbar', 'Bekannt: {known:list}'],
  'api.no_method': '{method} ist für diese Ressource nicht verfügbar',
  'api.name_entry': 'Geben Sie die ID eines Eintrags an',
  'api.name_one': 'Geben Sie eine ID aus {submodel} an',
}
