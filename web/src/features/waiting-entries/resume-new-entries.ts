import { isNewEntry, noteEntriesWait, realId } from '../../api/new-entries.ts'
import { moveKept } from '../../sync/pending-store.ts'
import { liveOutbox } from '../comments/live-outbox.ts'
import { NO_VERSION } from '../entry-data/entry.queries.ts'
import { newEntity } from '../entry-data/new-entity.ts'
import { type Draft, listDrafts } from '../saving/drafts.ts'
import { liveDraft } from '../saving/live-drafts.ts'
import { liveFields } from '../saving/live-fields.ts'
import { lastUserid } from '../session/session.queries.ts'
import { liveSteps } from '../steps/live-steps.ts'

/** Sends the new entries of this person that closed pages could not send. */
export async function resumeNewEntries(): Promise<void> {
  const begun = (await listDrafts()).filter(({ entryId }) => isNewEntry(entryId))
  if (begun.length === 0) noteEntriesWait(false)
  for (const draft of begun) await resume(draft)
}

async function resume({ type, entryId }: Draft): Promise<void> {
  const real = realId(entryId)
  if (real !== undefined) await moveKept(entryId, real)
  const entry = newEntity({ type, id: entryId })
  // Each takes up what is stored, and ends when it is sent.
  liveDraft(entry, NO_VERSION).hold()()
  liveFields(entry, NO_VERSION).hold()()
  liveSteps(entry, lastUserid())
  liveOutbox(entry, lastUserid())
}
