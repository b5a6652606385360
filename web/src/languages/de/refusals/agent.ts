import type { agentRefusals } from '@aliquot/contract/refusals/agent'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const agentWords: WordsFor<typeof agentRefusals> = {
  'agent.of_other': 'Dieser Agent meldet sich mit dem Schlüssel einer anderen Person',
  'agent.too_many': 'Sie haben schon {most:count} Agenten: Entfernen Sie zuerst einen',
}
