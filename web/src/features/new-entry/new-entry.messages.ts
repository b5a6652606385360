import { defineMessages } from '../../i18n/messages.tsx'

export const newEntryMessages = defineMessages('newEntry', {
  chooser: { experiments: 'New experiment from a template', items: 'New resource from a template' },
  forced: 'Your team starts every entry from a template. Choose one:',
  find: 'Find a template',
  none: 'There is no template yet.',
  noneFound: 'No template has these words in it.',
  makeOne: { experiments: 'Go to the experiment templates', items: 'Go to the resource templates' },
  fromTemplate: 'New from a template',
  notCreated: 'The server does not answer, so nothing was created. Try again when it is back.',
})
