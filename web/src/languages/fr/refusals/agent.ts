import type { agentRefusals } from '@aliquot/contract/refusals/agent'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const agentWords: WordsFor<typeof agentRefusals> = {
  'agent.of_other': 'Cet agent utilise la clé de quelqu’un d’autre',
  'agent.too_many': 'Vous avez déjà {most:count} agents : retirez-en un d’abord',
}
