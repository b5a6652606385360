import type { LucideIcon } from 'lucide-react'

/** An available action of an entry. */
export interface EntryAction {
  id:
    | 'new-from'
    | 'make-template'
    | 'lock'
    | 'unlock'
    | 'pin'
    | 'follow'
    | 'archive'
    | 'unarchive'
    | 'ask'
    | 'reason'
    | 'duplicate'
    | 'delete'
    | 'restore'
    | 'copy-link'
    | 'export'
    | 'fields-json'
    | 'print'
  label: string
  icon: LucideIcon
  run(): void
}
