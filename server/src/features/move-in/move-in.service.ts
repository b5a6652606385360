import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { connect } from './connect.ts'
import { bringEntries } from './entries.ts'
import { linkEntries } from './entry/links.ts'
import { bringLabels } from './labels.ts'
import { listEntries } from './list/list-entries.ts'
import { MOST_KEYS, type MoveInOptions } from './move-in.options.ts'
import type { MoveInProgress, Run } from './move-in.run.ts'
import { bringGroups } from './people/groups.ts'
import { bringPeople, readPeople } from './people/people.ts'
import { readTeams } from './people/teams.ts'
import { finish, type MoveInReport } from './report/finish.ts'
import { addressOf } from './source/address.ts'
import { fromSource } from './source/troubles.ts'
import { closeSource, openSource } from './sources.ts'

export type { MoveInOptions } from './move-in.options.ts'
export type { MoveInPhase, MoveInProgress } from './move-in.run.ts'
export type { MoveInReport } from './report/finish.ts'
export { addressOf } from './source/address.ts'
export { sourceFor } from './sources.ts'

/**
 * Moves the notebook of another server in, through its API alone. What is here already stays, so a run may be broken off at
 * any moment and started again; then only what changed there since comes.
 */
export async function moveIn(
  ctx: Context,
  options: MoveInOptions,
  tell: (progress: MoveInProgress) => void,
  signal: AbortSignal,
): Promise<MoveInReport> {
  const { keys, dryRun: isDry = false } = options
  if (keys.length === 0) throw new InvalidInput('move_in.no_key', { field: 'keys' })
  if (keys.length > MOST_KEYS) throw new InvalidInput('field.at_most', { field: 'keys', most: MOST_KEYS })
  const address = addressOf(options.from)
  const source = await openSource(ctx, { address, userid: options.as, isDry })
  const ended = new AbortController()
  const begun = ctx.now()
  try {
    const run = await fromSource(address, () =>
      connect(ctx, { ...options, address, source, isDry, tell, signal: AbortSignal.any([signal, ended.signal]) }),
    )
    await fromSource(address, () => bringEverything(run))
    return await finish(run, begun)
  } finally {
    ended.abort()
    if (!isDry) await closeSource(ctx, source.id)
  }
}

async function bringEverything(run: Run): Promise<void> {
  await readTeams(run)
  await readPeople(run)
  run.tell({ phase: 'people', done: 0, total: run.people.size })
  await bringPeople(run)
  await bringGroups(run)
  run.tell({ phase: 'labels', done: 0, total: null })
  await bringLabels(run)
  await listEntries(run)
  if (run.isDry) return
  await bringEntries(run)
  await linkEntries(run)
}
