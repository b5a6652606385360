import type { EntityType } from '@aliquot/contract/common'
import { say } from '@aliquot/contract/refusals/say'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { cleanTitle } from '../../lib/text.ts'
import { requireCreator } from './entries.creator.ts'
import { addDerived, permissionsOf, requireSource, targetsOf } from './entries.derive.ts'
import { metadataOfCopy } from './entries.metadata.ts'
import type { Entry, Settings } from './entries.settings.ts'
import { type EntityKind, isTemplate, kindOf } from './entries.types.ts'

/** Copies an entry that the actor can read into their team. They own the copy. */
export function copyEntity(
  ctx: Context,
  actor: Actor,
  type: EntityType,
  id: number,
  { linkToOriginal, withFiles }: { linkToOriginal: boolean; withFiles: boolean },
): Promise<{ id: number }> {
  const kind = kindOf(type)
  return change(ctx, actor, async (work) => {
    const source = await requireSource(work.db, actor, kind.number, id, say('entry.not_found'))
    await requireCreator(work.db, actor, kind)
    const differences = {
      title: cleanTitle(`${source.title} I`),
      metadata: metadataOfCopy(source.metadata),
      permissions: permissionsOf(source),
      settings: settingsOfCopy(kind, source),
      // Nothing can link to a template.
      linkToOriginal: linkToOriginal && !isTemplate(kind),
      withFiles,
    }
    const { id: made } = await addDerived(work, actor, kind, source, differences, ctx)
    return { id: made }
  })
}

/**
 * The copy of a template keeps all settings but its position; the copy of a resource keeps only whether and by whom it
 * can be booked.
 */
function settingsOfCopy(kind: EntityKind, source: Entry): Partial<Settings> {
  const { canbook, canbook_base, is_bookable, color } = source
  return isTemplate(kind)
    ? { ...targetsOf(source), canbook, canbook_base, color }
    : { canbook, canbook_base, is_bookable }
}
