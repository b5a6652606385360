import { entities } from '@aliquot/contract/entities'
import { tags } from '@aliquot/contract/tags'
import { call } from '../../../api/call.ts'
import { requireUnchanged } from '../../../api/if-unchanged.ts'
import { entryParams } from '../../entry-data/entry-types.ts'
import { type Named, readLists, withNamed, writeLists } from '../../entry-data/permission-lists.ts'
import { leftBy, requireAsLeft } from '../../entry-data/take-back.ts'
import type { LabelField } from '../../labels/labels.queries.ts'
import type { Level } from '../../permissions/permissions.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import type { BulkMessages } from './bulk.messages.ts'
import { act, type BulkAction, isSameTag, nothing } from './bulk-actions.ts'
import { changeFields } from './change-fields.ts'

/** A status or category, or none. */
export interface LabelChoice {
  id: number | null
  title: string | null
  color: string | null
}

export function setLabel(
  field: LabelField,
  label: LabelChoice,
  { text, none }: { text: BulkMessages; none: string },
): BulkAction {
  return {
    name: { done: (some) => text.setAs(label.title ?? none, some), failed: text.notSet },
    run: (row) => changeFields(row, () => ({ [field]: label.id })),
    preview: (row) => ({ ...row, [field]: label.id, [`${field}_title`]: label.title, [`${field}_color`]: label.color }),
  }
}

export function removeTag(tag: string, text: BulkMessages): BulkAction {
  return {
    name: { done: (some) => text.untagged(tag, some), failed: text.notSet },
    run: async (row) => {
      const params = entryParams(row)
      const present = (await call(tags.list, { params })).data.find((one) => isSameTag(one.tag, tag))
      if (!present) return nothing
      await call(tags.unreference, { params: { ...params, subid: present.id }, body: { action: 'unreference' } })
      return () => call(tags.add, { params, body: { tag: present.tag } })
    },
    preview: (row) => ({ ...row, tags: row.tags.filter((one) => !isSameTag(one, tag)) }),
  }
}

export function giveTo({ userid, fullname }: Pick<EntryRow, 'userid' | 'fullname'>, text: BulkMessages): BulkAction {
  return {
    name: { done: (some) => text.given(fullname, some), failed: text.notSet },
    run: async (row) => {
      const params = entryParams(row)
      const { userid: before, team } = (await call(entities.read, { params })).data
      if (before === userid) return nothing
      await call(entities.edit, { params, body: { action: 'updateowner', userid, team } })
      return async () => {
        const ifMatch = await requireUnchanged(entities.read, { params }, { userid })
        return call(entities.edit, { params, body: { action: 'updateowner', userid: before, team }, ifMatch })
      }
    },
    preview: (row) => ({ ...row, userid, fullname }),
  }
}

/** Who may see or change the entries, besides people named in them. */
export function setLevel(field: 'canread' | 'canwrite', level: Level, text: BulkMessages): BulkAction {
  return {
    name: { done: text.access, failed: text.notSet },
    run: (row) => changeFields(row, () => ({ [`${field}_base`]: level })),
    preview: (row) => row,
  }
}

/** Whoever may change an entry must be able to see it. */
export function shareWith(named: Named, name: string, canChange: boolean, text: BulkMessages): BulkAction {
  return {
    name: { done: (some) => text.shared(name, some), failed: text.notSet },
    run: (row) =>
      changeFields(row, ({ canread, canwrite }) => ({
        canread: writeLists(withNamed(readLists(canread), named)),
        ...(canChange && { canwrite: writeLists(withNamed(readLists(canwrite), named)) }),
      })),
    preview: (row) => row,
  }
}

export function setLock(wanted: 0 | 1, text: BulkMessages): BulkAction {
  const [forth, back] = wanted === 1 ? (['forcelock', 'forceunlock'] as const) : (['forceunlock', 'forcelock'] as const)
  return {
    name: { done: wanted === 1 ? text.locked : text.unlocked, failed: text.notSet },
    run: async (row) => {
      if (row.locked === wanted) return nothing
      const left = leftBy(await act(row, forth))
      return async () => act(row, back, await requireAsLeft(row, left))
    },
    preview: (row) => ({ ...row, locked: wanted }),
  }
}

/** The copies go to the trash again when this is undone. */
export function duplicate(text: BulkMessages): BulkAction {
  return {
    name: { done: text.duplicated, failed: text.notDuplicated },
    run: async (row) => {
      const { id } = await call(entities.act, { params: entryParams(row), body: { action: 'duplicate' } })
      return () => call(entities.remove, { params: entryParams({ type: row.type, id }) })
    },
    preview: (row) => row,
  }
}
