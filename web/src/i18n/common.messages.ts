import { defineMessages } from './messages.tsx'

/** Messages that every feature uses. */
export const commonMessages = defineMessages('common', {
  add: 'Add',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  delete: 'Delete',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',
  untitled: 'Untitled',
  tooLong: (length: number, most: number) =>
    `At most ${most} characters, and these are ${length}. Nothing was cut off.`,
  lengthLeft: (left: number) => (left === 1 ? 'Room for one character more' : `Room for ${left} characters more`),
})
