import { defineMessages } from '../../i18n/messages.tsx'

export const newEntryMessages = defineMessages('newEntry', {
  chooser: { experiments: 'New experiment from template', items: 'New resource from template' },
  forced: 'Your team requires a template for new entries. Choose one:',
  find: 'Search templates',
  none: 'No templates yet.',
  noneFound: 'No templates match.',
  makeOne: { experiments: 'Go to experiment templates', items: 'Go to resource templates' },
  fromTemplate: 'New from template',
  useTemplate: 'Use a template',
  notCreated: 'Can’t reach the server. Nothing was created.',
})
