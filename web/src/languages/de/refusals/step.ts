import type { stepRefusals } from '@aliquot/contract/refusals/step'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const stepWords: WordsFor<typeof stepRefusals> = {
  'step.not_found': 'Kein Schritt mit dieser ID in diesem Eintrag',
  'step.too_many': 'Ein Eintrag hat höchstens {most:count} Schritte',
  'step.immutable': '{field}: dieser Schritt ist gesperrt',
  'step.no_deadline': '{field}: dieser Schritt hat keine Frist',
  'step.templates_only':
    '{field}: lässt sich nur in Vorlagen setzen; die Aktionen forcelock und forceunlock setzen alle',
  'step.not_each_once': '{field}: muss jeden Schritt dieses Eintrags einmal nennen',
  'step.keeps_place': '{field}: der Schritt {id} ist gesperrt und behält seinen Platz',
  'step.not_action': '{field}: ist keine Aktion von Schritten',
  'step.not_action_of_all': '{field}: muss für alle Schritte zugleich forcelock oder forceunlock sein',
}
