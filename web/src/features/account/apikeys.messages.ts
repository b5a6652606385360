import { defineMessages } from '../../i18n/messages.tsx'

export const apikeyMessages = defineMessages('apikeys', {
  levels: { read: 'Read only', write: 'Read and write', deposit: 'Deposit only' },
  levelHints: {
    read: 'Sees everything you can see. Changes nothing.',
    write: 'Sees and changes everything you can.',
    deposit: 'For an instrument. Adds files, comments and field values, and sees only what it added itself.',
  },
  templates: 'Creates entries from',
  templatesHint: 'Templates from which the instrument may create experiments or resources.',
  findTemplate: 'Find a template…',
  entries: 'Adds to',
  entriesHint: 'Entries that exist already. The instrument can always add to entries it created.',
  findEntry: 'Find an experiment or resource…',
  nothingFound: 'No results',
  removeChosen: (title: string) => `Remove “${title}”`,
  needsTarget: 'Choose at least one template or entry.',
  types: {
    experiments: 'Experiment',
    items: 'Resource',
    experiments_templates: 'Template',
    items_types: 'Resource template',
  },
  reaches: (templates: number, entries: number) =>
    [
      templates > 0 ? `${templates} ${templates === 1 ? 'template' : 'templates'}` : '',
      entries > 0 ? `${entries} ${entries === 1 ? 'entry' : 'entries'}` : '',
    ]
      .filter(Boolean)
      .join(', '),
})
