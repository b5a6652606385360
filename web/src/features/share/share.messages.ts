import { defineMessages } from '../../i18n/messages.tsx'

export const shareMessages = defineMessages('share', {
  nothing: 'This link does not work',
  nothingHint: 'The link is wrong, or the owner turned it off. Ask the owner for a new one.',
  by: (name: string, team: string) => `By ${name}, ${team}`,
  changed: 'changed',
  signIn: 'Sign in',
  tags: 'Tags',
  fields: 'Fields',
  steps: 'Steps',
  files: 'Files',
  download: (name: string) => `Download ${name}`,
  done: 'done',
  open: 'to do',
  readOnly: 'Shared by link',
  yes: 'yes',
  no: 'no',
})
