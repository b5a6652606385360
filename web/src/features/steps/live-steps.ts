import type { Step } from '@aliquot/contract/steps'
import { queryClient } from '../../api/query-client.ts'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { liveOutboxes } from '../saving/live-outbox.ts'
import { sendStep } from './send-step.ts'
import { type StepChange, withNumber } from './step-changes.ts'

/** The unsent changes of one person to the steps of one entry. */
export const liveSteps = liveOutboxes<StepChange>({
  kind: 'step',
  send: sendStep,
  onSent(entry, change, id, outbox) {
    if (change.do === 'add' && typeof change.step === 'string' && id !== undefined) {
      const key = change.step
      outbox.rewrite((one) => withNumber(one, key, id))
    }
    noteChanged(queryClient, entry.id)
    return queryClient.invalidateQueries({ queryKey: entryKeys.steps(entry.id) })
  },
  isWords: (change) => change.do === 'add' || change.do === 'rename' || change.do === 'deadline',
  theirsOf: (current) => (current as Step | undefined)?.body,
})
