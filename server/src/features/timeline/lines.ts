import type { Db } from '../../db/schema.ts'
import { countSaves, listSaves } from './timeline.repo.ts'

/*
 * The lines of an entry's history are all events of its chain, numbered from 1, except the saves of the main text that
 * continue an earlier one. Only those are in an index: a text may have thousands of them, and other events need not pay
 * for it.
 */

const SAVES_AT_ONCE = 1000

/** The positions of the newest lines up to a position, newest first. */
export async function newestLines(
  db: Db,
  chain: number,
  upTo: number,
  most = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const lines: number[] = []
  let position = upTo
  while (position > 0 && lines.length < most) {
    const saves = await listSaves(db, { chain, upTo: position, most: SAVES_AT_ONCE })
    for (const save of saves) {
      while (position > save.position && lines.length < most) lines.push(position--)
      position = save.position - 1
    }
    if (saves.length === SAVES_AT_ONCE) continue
    while (position > 0 && lines.length < most) lines.push(position--)
  }
  return lines
}

export async function countLines(db: Db, chain: number, upTo: number): Promise<number> {
  const [saves] = await countSaves(db, { chain, upTo })
  return upTo - (saves?.total ?? 0)
}
