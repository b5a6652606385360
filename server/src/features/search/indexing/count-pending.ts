import type { Db } from '../../../db/schema.ts'
import { sum } from './pending.repo.ts'

/** How far the indexes are behind. */
export async function countPending(db: Db): Promise<{ entries: number; bytes: number; since: string | null }> {
  const [found] = await sum(db, {})
  return { entries: Number(found?.entries ?? 0), bytes: Number(found?.bytes ?? 0), since: found?.since ?? null }
}
