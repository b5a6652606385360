import { defineMessages } from '../../i18n/messages.tsx'

export const reasonMessages = defineMessages('reason', {
  title: 'Reason for change',
  reason: 'Reason',
  hint: 'Your team requires a reason. It appears in the history and applies to your changes until you leave this page.',
})
