import { CHANGE_KIND_NAMES, type ChangeKind } from '@aliquot/contract/change-kinds'
import type { EntityType } from '@aliquot/contract/common'
import { ALL_KINDS, PERSONAL_KINDS } from '@aliquot/contract/webhooks'
import type { WebhookRow } from '../../../db/schema.ts'
import type { Filters } from '../../changes/changes.lookup.ts'

const SHARED_KINDS = CHANGE_KIND_NAMES.filter((kind) => !PERSONAL_KINDS.includes(kind))

/** What a webhook wants of the feed. Those of a team or the instance get nothing that is about their owner alone. */
export function filtersOf({ scope, team, kinds, entity_type }: WebhookRow): Filters {
  const chosen = JSON.parse(kinds) as string[]
  const isChosen = (kind: ChangeKind) => chosen.includes(ALL_KINDS) || chosen.includes(kind)
  const kind = (scope === 'user' ? CHANGE_KIND_NAMES : SHARED_KINDS).filter(isChosen)
  return {
    entity_type: (entity_type ?? undefined) as EntityType | undefined,
    entity_id: undefined,
    team: scope === 'team' ? team : undefined,
    kind,
    author: undefined,
    own: undefined,
    withTeam: scope === 'team' && entity_type === null,
  }
}
