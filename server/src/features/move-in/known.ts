import type { Change } from '../../change.ts'
import { change } from '../../change.ts'
import { MOVED_STATE } from './move-in.kinds.ts'
import * as repo from './move-in.repo.ts'
import type { Run } from './move-in.run.ts'

/** What a record of theirs has become here, if it has. */
export async function findOurs({ ctx, source }: Run, kind: number, id: number): Promise<number | undefined> {
  if (source.id === 0) return undefined
  const [row] = await repo.find(ctx.db.read, { source: source.id, kind, id })
  return row?.state === MOVED_STATE.here && row.our_id !== null ? row.our_id : undefined
}

/** The same, looked up once in a run, and made by `make` if it is not here. */
export function once(
  run: Run,
  counted: 'teams' | 'people' | 'teamgroups' | 'labels',
  kind: number,
  id: number,
  make: () => Promise<number | undefined>,
): Promise<number | undefined> {
  const key = `${kind} ${id}`
  const known = run.known.get(key)
  if (known) return known
  run.report.count(counted, 'there')
  const found = findOurs(run, kind, id).then((ours) => {
    if (ours === undefined) return make()
    run.report.count(counted, 'same')
    return ours
  })
  run.known.set(key, found)
  return found
}

/** Makes something that belongs to no entry, and remembers it in the same transaction. Returns what it has become. */
export function makeOnce(
  run: Run,
  kind: number,
  id: number,
  title: string,
  make: (work: Change) => Promise<number>,
): Promise<number> {
  return change(run.ctx, run.author, async (work) => {
    const ours = await make(work)
    await remember(run, work, kind, id, title, ours)
    return ours
  })
}

export async function remember(
  { source }: Run,
  work: Change,
  kind: number,
  id: number,
  title: string,
  ours: number,
): Promise<void> {
  const key = { source: source.id, kind, id }
  const [row] = await repo.find(work.db, key)
  if (row) return repo.update(work.db, key, { our_id: ours, state: MOVED_STATE.here })
  await repo.insert(work.db, [
    {
      ...{ source_id: source.id, kind, their_id: id, our_id: ours, state: MOVED_STATE.here },
      ...{ seen_by: 0, listed: null, is_linked: 1, title },
    },
  ])
}
