import { defineMessages } from '../../../i18n/messages.tsx'

/** Why an entry cannot be moved on a board or in a calendar. */
export const dragMessages = defineMessages('drag', {
  isLocked: 'Locked. Unlock it to move it.',
  isArchived: 'Archived. Unarchive it to move it.',
  isDeleted: 'In the trash. Restore it to move it.',
  isReadOnly: 'You can view this entry, not edit it.',
})
