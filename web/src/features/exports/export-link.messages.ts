import { defineMessages } from '../../i18n/messages.tsx'

/** What leads to the page of exports. */
export const exportLinkMessages = defineMessages('exportLink', {
  exports: 'Exports',
})
