import { randomUUID } from 'node:crypto'
import { AUTHOR, type Examples, type World } from '../../../test/example-world.ts'
import { PROCESS_NAME } from '../../lib/process-name.ts'
import { setSysadmin } from '../users/users.state.ts'
import * as repo from './move-ins.repo.ts'

/** Nobody listens on this port. */
const FROM = 'http://127.0.0.1:9'

export const examples: Examples = {
  postMoveIns: async ({ ctx, ada }: World) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { body: { from: FROM, keys: ['4-0123456789abcdef'], dry_run: true } }
  },
  /** Stops a run of another process. */
  patchMoveIn: async ({ ctx, ada }: World) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    const other = PROCESS_NAME.replace(/\d+$/, String(process.ppid))
    const { id } = await ctx.db.write(async (db) => {
      const row = await repo.insert(db, { address: `${FROM}/${randomUUID()}`, userid: ada.id, at: ctx.now() })
      return repo.update(db, row.id, { state: 'running', process: other })
    })
    return { params: { id }, body: { action: 'stop' } }
  },
}
