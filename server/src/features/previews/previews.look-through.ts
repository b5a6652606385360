import { lockRow } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { UNKNOWN } from '../../files/sniff.ts'
import type { Handler } from '../../jobs/handler.ts'
import { enqueue, NOBODY } from '../../jobs/jobs.repo.ts'
import { isMakeable, VERSION } from '../../media/limits.ts'
import { indexUpload } from '../search/file-index.ts'
import { findVersion, outdate } from './previews.repo.ts'

/** Files per transaction, so that writers in between do not wait long. */
const AT_ONCE = 50

/**
 * Goes through all files, indexes their names and enqueues unprocessed contents: after an upgrade or a restore or, as
 * `remake`, for all of them at a sysadmin's request.
 */
export const lookThroughFiles: Handler = async (ctx, { subject, position }) => {
  const last = await ctx.db.write(async (db) => {
    const files = await holdNext(db, { after: position })
    for (const file of files) {
      await indexUpload(db, file)
      if (!isMakeable(file.mime) && file.mime !== UNKNOWN) continue
      if (subject === 'remake') await outdate(db, { hash: file.hash })
      const [known] = await findVersion(db, { hash: file.hash })
      if (known?.version === VERSION) continue
      // Nobody's, like this job, so that it continues after them and new files do not wait behind all of them.
      await enqueue(db, { kind: 'content', subject: file.hash, at: ctx.now(), person: NOBODY })
    }
    return files.at(-1)
  })
  return last ? { position: last.id } : 'done'
}

const holdNext = prepared((db: Db, p: { after: number }, engine) =>
  lockRow(
    engine,
    db
      .selectFrom('uploads')
      .select(['id', 'entity_id', 'real_name', 'hash', 'mime', 'state'])
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(AT_ONCE),
  ),
)
