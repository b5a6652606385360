import type { LucideIcon } from 'lucide-react'

/** Something that can be done to an entry now. */
export interface EntryAction {
  id:
    | 'new-from'
    | 'make-template'
    | 'lock'
    | 'unlock'
    | 'pin'
    | 'archive'
    | 'unarchive'
    | 'ask'
    | 'reason'
    | 'duplicate'
    | 'delete'
    | 'restore'
    | 'copy-link'
    | 'export'
    | 'print'
  label: string
  icon: LucideIcon
  run(): void
}
