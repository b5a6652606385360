import { randomBytes } from 'node:crypto'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../http/authenticate.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealApikey } from '../../journal/seals.ts'
import * as repo from './apikeys.repo.ts'

export interface ApikeyInput {
  name: string
  canWrite: boolean
  userid: number
  team: number
}

/** Makes a key. Its text is in the result and nowhere else. */
export async function createApikey(
  ctx: Context,
  author: Author,
  input: ApikeyInput,
): Promise<{ id: number; key: string }> {
  const secret = randomBytes(32).toString('hex')
  const { id } = await change(ctx, author, async (work) => {
    const { name, userid, team } = input
    const row = { name, userid, team, can_write: input.canWrite ? 1 : 0, created_at: work.at }
    const key = await repo.insert(work.db, row, (id) => tokenHash(`${id}-${secret}`))
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'apikey',
      subjectId: key.id,
      verb: 'created',
      changes: {
        name: { after: name },
        userid: { after: userid },
        team: { after: team },
        can_write: { after: key.can_write },
      },
      seal: sealApikey(key),
    })
    return { id: key.id }
  })
  return { id, key: `${id}-${secret}` }
}
