import { defineMessages } from '../../i18n/messages.tsx'

/** What leads to the page of imports. */
export const importLinkMessages = defineMessages('importLink', {
  import: 'Import',
})
