import type { resumableRefusals } from '@aliquot/contract/refusals/resumable'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const resumableWords: WordsFor<typeof resumableRefusals> = {
  'resumable.not_found': 'Diesen Upload gibt es nicht: Beginnen Sie von vorn',
  'resumable.too_many':
    'Sie haben {most:count} unfertige Uploads aus der letzten Stunde: Beenden oder verwerfen Sie zuerst einen',
  'resumable.version': '{field}: muss {version} sein',
  'resumable.unsupported': '{field}: wird hier nicht unterstützt',
  'resumable.not_bytes': '{field}: muss eine ganze Zahl von Byte sein',
  'resumable.wrong_type': '{field}: muss {type} sein',
  'resumable.bad_metadata': '{field}: müssen Schlüssel mit base64-Werten sein, jeder einmal',
  'resumable.wrong_offset': '{field}: ist nicht der Stand des Uploads; fragen Sie ihn mit HEAD ab',
  'resumable.too_many_bytes': '{field}: ist weniger, als gesendet wurde',
}
