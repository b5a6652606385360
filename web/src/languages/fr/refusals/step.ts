import type { stepRefusals } from '@aliquot/contract/refusals/step'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const stepWords: WordsFor<typeof stepRefusals> = {
  'step.not_found': 'Cette entrée n’a pas cette étape',
  'step.too_many': 'Une entrée a au plus {most:count} étapes',
  'step.immutable': '{field} : cette étape ne peut pas être modifiée',
  'step.no_deadline': '{field} : cette étape n’a pas d’échéance',
  'step.templates_only':
    '{field} : ne se règle que dans les modèles ; les actions forcelock et forceunlock règlent toutes les étapes',
  'step.not_each_once': '{field} : doit nommer chaque étape de cette entrée une fois',
  'step.keeps_place': '{field} : l’étape {id} ne peut pas être déplacée',
  'step.not_action': '{field} : n’est pas une action possible ici',
  'step.not_action_of_all': '{field} : doit être forcelock ou forceunlock pour toutes les étapes à la fois',
}
