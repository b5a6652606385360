import type { TimelineItem } from '@aliquot/contract/timeline'
import {
  Archive,
  ArchiveRestore,
  FilePlus2,
  Hand,
  History,
  Link2,
  ListPlus,
  ListTodo,
  Lock,
  LockOpen,
  type LucideIcon,
  MessageSquare,
  Paperclip,
  Pencil,
  RotateCcw,
  Share2,
  Tag,
  Trash2,
  Users,
} from 'lucide-react'

const PARTS: Readonly<Record<string, LucideIcon>> = {
  comment: MessageSquare,
  step: ListPlus,
  link: Link2,
  upload: Paperclip,
  request: Hand,
}

const FIELDS: Readonly<Record<string, LucideIcon>> = {
  tags: Tag,
  canread: Users,
  canread_base: Users,
  canwrite: Users,
  canwrite_base: Users,
  access_key: Share2,
  restored: History,
}

/** The sign of what happened. */
export function iconOf({ subject, verb, changes }: TimelineItem): LucideIcon {
  if (subject !== 'entity' && verb === 'deleted') return Trash2
  if (changes.some(({ field }) => field === 'finished') && verb === 'updated') return ListTodo
  const part = PARTS[subject]
  if (part) return part
  if (verb === 'created') return FilePlus2
  for (const { field, before, after } of changes) {
    if (field === 'state')
      return after === 3 ? Trash2 : after === 2 ? Archive : before === 2 ? ArchiveRestore : RotateCcw
    if (field === 'locked') return after === 1 ? Lock : LockOpen
    const icon = FIELDS[field]
    if (icon) return icon
  }
  return Pencil
}
