import { startEarly } from '../../db/connection.ts'
import type { Db } from '../../db/schema.ts'
import * as repo from './entries.repo.ts'

/** What other features read of entries. entries.access.ts checks rights. */
export { find, findBody, holdRow, listTags } from './entries.repo.ts'

/** What a change of an entry needs besides its row, as far as it was read early. */
export interface Ahead {
  tags?: ReturnType<typeof repo.listTags> | undefined
  stored?: ReturnType<typeof repo.findBody> | undefined
  lineStart?: ReturnType<typeof repo.findLineStart> | undefined
}

/** Starts these reads, if they leave in the packet that asks for the row. */
export function readAhead(db: Db, id: number, { text = false } = {}): Ahead {
  return {
    tags: startEarly(db, () => repo.listTags(db, { id })),
    ...(text && {
      stored: startEarly(db, () => repo.findBody(db, { id })),
      lineStart: startEarly(db, () => repo.findLineStart(db, { id })),
    }),
  }
}
