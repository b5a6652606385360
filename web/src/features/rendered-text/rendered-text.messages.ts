import { defineMessages } from '../../i18n/messages.tsx'

/** Messages inside a rendered text: for formulas, media and linked entries. */
export const renderedMessages = defineMessages('rendered', {
  types: {
    experiments: 'Experiment',
    items: 'Resource',
    experiments_templates: 'Experiment template',
    items_types: 'Resource template',
  },
  formulaTooLong: 'This formula is too long to be drawn',
  formulaDefines: 'A formula cannot define commands',
  formulaUnknown: (name: string) => `${name} is not known`,
  formulaUnfinished: 'Something is missing, perhaps a closing bracket',
  formulaUnexpected: (sign: string) => `${sign} does not belong here`,
  formulaTwice: 'Two powers or two indices in a row: put one of them in braces',
  formulaBraces: (name: string) => `${name} needs braces here: {${name}}`,
  formulaWrong: 'This formula cannot be read',
  ticked: 'done',
  notTicked: 'not done',
  wideTable: 'Table',
  pictureElsewhere: 'Picture of another server, not loaded',
  mediaElsewhere: 'Recording of another server, not loaded',
  entryPreview: 'Preview of the entry',
  entryUnavailable: 'This entry does not exist, or you may not see it.',
  entryUnreachable: 'The entry cannot be loaded at the moment.',
  entryLoading: 'Loading…',
  entryArchived: 'Archived',
  entryDeleted: 'In the trash',
  entryLocked: 'Locked',
  entryEmpty: 'No text yet',
  changed: 'changed',
})
