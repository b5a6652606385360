import type { Change } from '../../change.ts'
import type { UploadRow } from '../../db/schema.ts'
import { enqueue } from '../../jobs/jobs.repo.ts'
import { announceJobs } from '../../jobs/wake.ts'
import { isMakeable, VERSION } from '../../media/limits.ts'
import { findVersion } from './previews.repo.ts'

/** Enqueues the processing of a file's content unless it was done before, within the change that adds the file. */
export async function askForContent(
  work: Change,
  { hash, mime, userid }: Pick<UploadRow, 'hash' | 'mime' | 'userid'>,
): Promise<void> {
  if (!isMakeable(mime)) return
  const [known] = await findVersion(work.db, { hash })
  if (known?.version === VERSION) return
  await enqueue(work.db, { kind: 'content', subject: hash, at: work.at, person: userid })
  announceJobs()
}
