import type { EntityType } from '@aliquot/contract/common'
import type { ExportFormat } from '@aliquot/contract/exports'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'

export interface Taken {
  type: EntityType
  format: ExportFormat
  entries: number
  /** The entry, if the file contains only this one. */
  entry?: number
}

/** The parts of a file. The export is recorded in the journal before the first part. */
export async function* toldParts<P>(
  ctx: Context,
  actor: Actor,
  taken: Taken,
  parts: AsyncIterable<P>,
): AsyncGenerator<P> {
  await recordExport(ctx, actor, taken)
  yield* parts
}

function recordExport(ctx: Context, actor: Actor, taken: Taken): Promise<number> {
  return change(ctx, actor, (work) => recordTaken(work, actor, taken))
}

/** Records what somebody takes along; several types stand with commas between them. */
export function recordTaken(
  work: Change,
  { userid }: Pick<Actor, 'userid'>,
  { type, format, entries, entry }: Omit<Taken, 'type'> & { type: string },
): Promise<number> {
  const changes = {
    entity_type: { after: type },
    ...(entry !== undefined && { entity_id: { after: entry } }),
    format: { after: format },
    entries: { after: entries },
  }
  return work.record({
    chain: INSTANCE_CHAIN,
    subject: 'export',
    subjectId: userid,
    verb: 'created',
    changes,
    seal: null,
  })
}
