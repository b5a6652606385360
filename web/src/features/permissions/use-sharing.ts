import type { Entity } from '@aliquot/contract/entities'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { readField } from '../saving/entry-fields.ts'
import { keepField } from '../saving/live-fields.ts'
import { readLists, withoutUser, withUser } from './permission-lists.ts'
import { permissionTexts } from './permissions.text.ts'
import type { Level } from './permissions.ts'

export type PersonAccess = 'none' | 'see' | 'change'

type Sharing = 'canread' | 'canwrite' | 'canread_base' | 'canwrite_base'

/** Changes who can see and change an entry, at once, and offers the way back. */
export function useSharing(entry: Entity) {
  const text = useTexts(permissionTexts)
  const { show } = useToasts()

  function apply(set: Partial<Record<Sharing, unknown>>, message: string): void {
    const names = Object.keys(set) as Sharing[]
    const before = names.map((name) => [name, readField(entry, name)] as const)
    for (const name of names) keepField(entry.id, name, set[name])
    const undo = () => {
      for (const [name, value] of before) keepField(entry.id, name, value)
    }
    show({ message, undo })
  }

  return {
    setBase: (field: 'canread_base' | 'canwrite_base', level: Level) => apply({ [field]: level }, text.changed),
    /** Who may change it must be able to see it. */
    setPerson(userid: number, name: string, access: PersonAccess) {
      const read = readLists(entry.canread)
      const write = readLists(entry.canwrite)
      const set = {
        canread: access === 'none' ? withoutUser(read, userid) : withUser(read, userid),
        canwrite: access === 'change' ? withUser(write, userid) : withoutUser(write, userid),
      }
      return apply(set, access === 'none' ? text.changed : text.sharedWith(name))
    },
  }
}
