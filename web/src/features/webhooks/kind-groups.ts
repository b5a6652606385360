import { CHANGE_KIND_NAMES, type ChangeKind } from '@aliquot/contract/change-kinds'
import type { WebhookScope } from '@aliquot/contract/webhooks'
import type { webhookMessages } from './webhooks.messages.ts'

export type KindGroup = keyof (typeof webhookMessages)['english']['groups']

const ENTRY = '(experiment|item|experiment_template|item_type)'

/** The kinds of the feed as people choose them. */
const GROUPS: Readonly<Record<KindGroup, RegExp>> = {
  created: new RegExp(`^${ENTRY}\\.created$`),
  updated: new RegExp(`^${ENTRY}\\.updated$`),
  states: new RegExp(`^${ENTRY}\\.(archived|unarchived|deleted|restored)$`),
  comments: /^comment\./,
  steps: /^step\./,
  files: /^upload\./,
  links: /^link\./,
  requests: /^request\./,
  access: /^access\./,
  team: /^(label|tag)\./,
  own: /^(todo|view|pin|favtag|follow|apikey|webhook|notification)\./,
}

/** Those that a webhook of this scope can have. */
export function groupsOf(scope: WebhookScope): KindGroup[] {
  const groups = Object.keys(GROUPS) as KindGroup[]
  return scope === 'user' ? groups : groups.filter((group) => group !== 'own')
}

export function kindsIn(group: KindGroup): ChangeKind[] {
  return CHANGE_KIND_NAMES.filter((kind) => GROUPS[group].test(kind))
}

/** The groups that are chosen whole, and how many kinds are left over. */
export function groupsIn(kinds: readonly string[]): { groups: KindGroup[]; others: string[] } {
  const groups = (Object.keys(GROUPS) as KindGroup[]).filter((group) =>
    kindsIn(group).every((kind) => kinds.includes(kind)),
  )
  const covered = new Set<string>(groups.flatMap(kindsIn))
  return { groups, others: kinds.filter((kind) => !covered.has(kind)) }
}
