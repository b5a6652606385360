import { defineMessages } from '../../i18n/messages.tsx'

/** Its own words: a part that the menu of the account shares would be one more to load. */
export const importCommandMessages = defineMessages('importCommand', {
  import: 'Import',
  exports: 'Exports',
  moveIn: 'Move in from another server',
})
