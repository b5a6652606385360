import { defineMessages } from '../../i18n/messages.tsx'

export const shareMessages = defineMessages('share', {
  nothing: 'There is nothing to see here',
  nothingHint: 'The link is wrong, or whoever shared it has ended it. Ask them for a new one.',
  by: (name: string, team: string) => `By ${name}, ${team}`,
  changed: 'changed',
  signIn: 'Sign in',
  tags: 'Tags',
  fields: 'Fields',
  steps: 'Steps',
  done: 'done',
  open: 'to do',
  readOnly: 'Shared with you by a link',
  yes: 'yes',
  no: 'no',
})
