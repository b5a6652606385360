import type { EntityType } from '@aliquot/contract/common'
import type { Run } from '../move-in.run.ts'
import { isRecord } from '../source/values.ts'
import type { IdSet } from './id-set.ts'
import { plan } from './plan.ts'
import { seenOf } from './seen.ts'

/** More requests would be a burden to that server; the rest is told by number alone. */
const MOST_ASKED = 5000
const MOST_NAMED = 50
const AT_ONCE = 20
/** How far beyond the last known id to look for what that server counts. */
const BEYOND = 200

/**
 * Looks at the ids that no list told: an entry that is refused there is one that no key can read. Aliquot numbers all types
 * together, so the ids of others are none of these.
 */
export async function lookForHidden(run: Run, type: EntityType, seen: Record<EntityType, IdSet>): Promise<void> {
  const own = seen[type]
  const isElsewhere = (id: number) => run.info.isAliquot && Object.values(seen).some((ids) => ids.has(id))
  const expected = run.info.isAliquot ? undefined : run.info.counts[type]
  if (expected !== undefined && expected <= own.size) return
  const highest = own.highest + (expected === undefined ? 0 : BEYOND)
  const hidden: number[] = []
  let asked = 0
  for (let id = 1; id <= highest && asked < MOST_ASKED; ) {
    const some: number[] = []
    for (; id <= highest && some.length < AT_ONCE; id++) if (!own.has(id) && !isElsewhere(id)) some.push(id)
    asked += some.length
    const states = await Promise.all(some.map((one) => stateOf(run, type, one)))
    for (const [index, state] of states.entries()) {
      if (state === 'hidden') hidden.push(some[index] ?? 0)
      else if (state === 'seen') own.add(some[index] ?? 0)
    }
    if (expected !== undefined && own.size + hidden.length >= expected) break
  }
  const rest = expected === undefined ? 0 : Math.max(0, expected - own.size - hidden.length)
  if (hidden.length === 0 && rest === 0) return
  run.report.count(type, 'hidden', hidden.length + rest)
  const named = hidden.slice(0, MOST_NAMED).join(', ') + (hidden.length > MOST_NAMED ? ', …' : '')
  const detail = [named && `ids ${named}`, rest > 0 && `${rest} of which no id is known`].filter(Boolean).join('; ')
  run.report.note({ kind: type, id: null, title: '', code: 'hidden', detail })
}

/** Asks with every key: what one may not read another may. */
async function stateOf(run: Run, type: EntityType, id: number): Promise<'seen' | 'hidden' | 'none'> {
  let isThere = false
  for (const { number } of run.keys) {
    const { status, body, date } = await run.client.get(`${type}/${id}`, number)
    if (status === 404) return 'none'
    if (status === 200 && isRecord(body)) {
      run.report.count(type, 'there')
      // A list that is read page by page may miss what moved meanwhile.
      await plan(run, type, [{ ...seenOf(body, id, number, date), listed: null }])
      return 'seen'
    }
    isThere ||= status === 403
  }
  return isThere ? 'hidden' : 'none'
}
