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
  tooLong: (length: number, most: number) => `${length} characters, at most ${most} allowed. Nothing was cut off.`,
  lengthLeft: (left: number) => (left === 1 ? '1 character left' : `${left} characters left`),
})
