import type { Entity } from '@aliquot/contract/entities'
import { changedMeanwhile } from '../../api/if-unchanged.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { type Named, readLists, withNamed, withoutNamed } from '../entry-data/permission-lists.ts'
import { type FieldName, readField, type Sharing } from '../saving/entry-fields.ts'
import { keepField, shownEntry } from '../saving/live-fields.ts'
import { lastUserid } from '../session/session.queries.ts'
import { permissionMessages } from './permissions.messages.ts'
import { type Level, SHARED, type Subject } from './permissions.ts'

export type Access = 'none' | 'see' | 'change'

/** Changes who can see and change an entry, with undo. */
export function useSharing(entry: Entity, subject: Subject) {
  const text = useMessages(permissionMessages)
  const { show } = useToasts()
  const { read, write } = SHARED[subject]

  function apply(set: Partial<Record<FieldName, unknown>>, message: string): void {
    const names = Object.keys(set) as FieldName[]
    const before = names.map((name) => [name, readField(entry, name)] as const)
    for (const name of names) keepField(entry.id, name, set[name])
    const undo = () => {
      const now = shownEntry(entry.id)
      const isAsSet = names.every((name) => JSON.stringify(readField(now, name)) === JSON.stringify(set[name]))
      if (!isAsSet && now.lastchangeby !== lastUserid()) throw changedMeanwhile()
      for (const [name, value] of before) keepField(entry.id, name, value)
    }
    show({ message, undo })
  }

  return {
    setBase: (field: Sharing, level: Level) => apply({ [`${field}_base`]: level }, text.changed),
    /** Whoever may change it must be able to see it. */
    setAccess(named: Named, name: string, access: Access) {
      const readers = readLists(entry[read])
      const writers = readLists(entry[write])
      const set = {
        [read]: access === 'none' ? withoutNamed(readers, named) : withNamed(readers, named),
        [write]: access === 'change' ? withNamed(writers, named) : withoutNamed(writers, named),
      }
      apply(set, access === 'none' ? text.changed : text.sharedWith(name))
    },
  }
}
