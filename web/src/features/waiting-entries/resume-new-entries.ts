import { firstId, isNewEntry, noteEntriesWait, realId } from '../../api/new-entries.ts'
import { allKept, allUnsaved, moveKept } from '../../sync/pending-store.ts'
import { liveOutbox } from '../comments/live-outbox.ts'
import { NO_VERSION } from '../entry-data/entry.queries.ts'
import { newEntity } from '../entry-data/new-entity.ts'
import { liveLinks } from '../links/live-links.ts'
import { type Draft, listDrafts } from '../saving/drafts.ts'
import { liveDraft } from '../saving/live-drafts.ts'
import { liveFields } from '../saving/live-fields.ts'
import { lastUserid } from '../session/session.queries.ts'
import { liveSteps } from '../steps/live-steps.ts'
import { uploadQueue } from '../uploads/upload-queue.ts'

/** Sends the new entries of this person that closed pages could not send, or of which they sent only the creation. */
export async function resumeNewEntries(): Promise<void> {
  const stored = [...(await allUnsaved()), ...(await allKept())]
  // Other people of this browser have theirs.
  if (!stored.some(({ entryId }) => isBegunHere(entryId))) noteEntriesWait(false)
  for (const draft of await listDrafts()) if (isBegunHere(draft.entryId)) await resume(draft)
}

function isBegunHere(entryId: number): boolean {
  return isNewEntry(firstId(entryId))
}

async function resume({ type, entryId }: Draft): Promise<void> {
  const id = firstId(entryId)
  const real = realId(id)
  if (real !== undefined) await moveKept(id, real)
  const entry = newEntity({ type, id })
  // Each takes up what is stored, and ends when it is sent.
  liveDraft(entry, NO_VERSION).hold()()
  liveFields(entry, NO_VERSION).hold()()
  liveSteps(entry, lastUserid())
  liveLinks(entry, lastUserid())
  liveOutbox(entry, lastUserid())
  uploadQueue(entry, lastUserid())
}
