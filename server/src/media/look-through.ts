import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import type { Handler } from '../jobs/handler.ts'
import { enqueue } from '../jobs/jobs.repo.ts'
import { isMakeable, VERSION } from './limits.ts'

/** So many files at once: new ones come in between, and do not wait for long. */
const BATCH = 50

/** Goes through all files and asks for what was not made of them yet: after an upgrade, or a restore. */
export const lookThroughFiles: Handler = async (ctx, { position }) => {
  const files = await findNext(ctx.db.read, { after: position })
  const last = files.at(-1)
  if (!last) return 'done'
  await ctx.db.write(async (db) => {
    for (const { hash, mime, version } of files) {
      if (isMakeable(mime) && version !== VERSION) await enqueue(db, { kind: 'content', subject: hash, at: ctx.now() })
    }
  })
  return { position: last.id }
}

const findNext = prepared((db: Db, p: { after: number }) =>
  db
    .selectFrom('uploads as f')
    .leftJoin('previews as p', 'p.hash', 'f.hash')
    .select(['f.id', 'f.hash', 'f.mime', 'p.version'])
    .where('f.id', '>', p.after)
    .orderBy('f.id')
    .limit(BATCH),
)
