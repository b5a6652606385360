import { defineMessages } from '../../i18n/messages.tsx'

/** Who wrote something elsewhere, as the source of an import says. */
export const originMessages = defineMessages('origin', {
  writtenBy: (name: string) => `Written by ${name}`,
  writtenElsewhere: 'Written elsewhere',
  importedBy: (name: string) => `imported by ${name}`,
})
