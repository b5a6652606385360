import { CHANGE_KINDS, type ChangeKind, ENTRY_NAMES } from '@aliquot/contract/change-kinds'
import { EntityType } from '@aliquot/contract/common'
import type { Changes } from '../../journal/changes.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import type { FeedEvent } from './changes.repo.ts'

const ARCHIVED = 2
const DELETED = 3

export function typeOf(number: number): EntityType {
  const type = EntityType.options.find((one) => TYPE_NUMBER[one] === number)
  if (!type) throw new Error(`${number} is no type of entries`)
  return type
}

/** The kind of an event of an entry. `wasReplaced`: the event archives a file whose new version came with it. */
export function kindOfEntryEvent(event: FeedEvent, type: number, wasReplaced: boolean): ChangeKind | undefined {
  if (event.subject === 'entity') return asKind(`${ENTRY_NAMES[typeOf(type)]}.${verbOf(event, 'unarchived')}`)
  if (event.subject === 'upload') return asKind(`upload.${wasReplaced ? 'replaced' : verbOf(event, 'restored')}`)
  return asKind(`${event.subject}.${event.verb}`)
}

/** The kind of an event that belongs to no entry. */
export function kindOfOtherEvent({ subject, verb }: FeedEvent): ChangeKind | undefined {
  return asKind(`${subject}.${verb}`)
}

/** Entries and files are deleted, archived and brought back by changing their state. */
function verbOf({ verb, changes }: FeedEvent, unarchived: string): string {
  const { before, after } = stateIn(changes)
  if (verb !== 'updated' || after === undefined) return verb
  if (after === DELETED) return 'deleted'
  if (before === DELETED) return 'restored'
  return after === ARCHIVED ? 'archived' : unarchived
}

export function isArchived({ subject, verb, changes }: FeedEvent): boolean {
  return subject === 'upload' && verb === 'updated' && stateIn(changes).after === ARCHIVED
}

function stateIn(changes: string | null): { before?: unknown; after?: unknown } {
  const { state } = JSON.parse(changes ?? '{}') as Changes
  return state && !('hash' in state) ? state : {}
}

function asKind(kind: string): ChangeKind | undefined {
  return Object.hasOwn(CHANGE_KINDS, kind) ? (kind as ChangeKind) : undefined
}

/** Fields that repeat another one, or belong to somebody else. */
const UNSHOWN = new Set(['lockedby', 'locked_at', 'pins', 'lastchangeby', 'tag_key', 'parked_state'])

export function shownFields({ fields }: Pick<FeedEvent, 'fields'>): string[] {
  return fields.split(',').filter((field) => field !== '' && !UNSHOWN.has(field))
}
