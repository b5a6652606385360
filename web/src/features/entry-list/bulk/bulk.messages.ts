import { defineMessages } from '../../../i18n/messages.tsx'

/** The words of the actions on selected rows beyond the usual ones. They load with the bar of actions. */
export const bulkMessages = defineMessages('bulk', {
  selectMatching: 'Select all that match',
  set: { status: 'Set status', category: 'Set category' },
  share: 'Share',
  owner: 'Owner',
  newOwner: 'New owner',
  more: 'More actions',
  lock: 'Lock',
  unlock: 'Unlock',
  duplicate: 'Duplicate',
  tags: 'Tags',
  tagsOfSelection: 'Tags of the selection',
  removeTag: (tag: string) => `Remove ${tag}`,
  setAs: (name: string, some: string) => `${name}: ${some}`,
  notSet: (count: number, of: number) => `${count} of ${of} could not be changed`,
  untagged: (tag: string, some: string) => `Removed ${tag} from ${some}`,
  given: (name: string, some: string) => `Owner set to ${name}: ${some}`,
  shared: (name: string, some: string) => `Shared ${some} with ${name}`,
  access: (some: string) => `Access updated: ${some}`,
  locked: (some: string) => `Locked ${some}`,
  unlocked: (some: string) => `Unlocked ${some}`,
  duplicated: (some: string) => `Duplicated ${some}`,
  notDuplicated: (count: number, of: number) => `${count} of ${of} could not be duplicated`,
})

export type BulkMessages = typeof bulkMessages.english
