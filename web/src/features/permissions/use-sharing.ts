import type { Entity } from '@aliquot/contract/entities'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { usePatchEntry } from '../entry/entry.queries.ts'
import { type Lists, readLists, withoutUser, withUser } from './permission-lists.ts'
import { permissionTexts } from './permissions.text.ts'
import type { Level } from './permissions.ts'

export type PersonAccess = 'none' | 'see' | 'change'

type Sharing = Pick<Entity, 'canread' | 'canwrite' | 'canread_base' | 'canwrite_base'>

/** Changes who can see and change an entry, at once, and offers the way back. */
export function useSharing(entry: Entity) {
  const text = useTexts(permissionTexts)
  const { show } = useToasts()
  const { mutateAsync } = usePatchEntry(entry.id)

  async function apply(set: Partial<Sharing>, message: string): Promise<void> {
    const before = Object.fromEntries(Object.keys(set).map((name) => [name, entry[name as keyof Sharing]]))
    try {
      await mutateAsync({ change: set, preview: set })
    } catch {
      return
    }
    const undo = async () => {
      await mutateAsync({ change: before, preview: before })
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
        canread: toText(access === 'none' ? withoutUser(read, userid) : withUser(read, userid)),
        canwrite: toText(access === 'change' ? withUser(write, userid) : withoutUser(write, userid)),
      }
      return apply(set, access === 'none' ? text.changed : text.sharedWith(name))
    },
  }
}

function toText({ teams, teamgroups, users }: Lists): string {
  return JSON.stringify({ teams, teamgroups, users })
}
