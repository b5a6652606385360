import { defineMessages } from '../../i18n/messages.tsx'

/** Messages inside a rendered text: for formulas, media and linked entries. */
export const renderedMessages = defineMessages('rendered', {
  types: {
    experiments: 'Experiment',
    items: 'Resource',
    experiments_templates: 'Experiment template',
    items_types: 'Resource template',
  },
  formulaTooLong: 'This formula is too long',
  formulaDefines: 'A formula cannot define commands',
  formulaUnknown: (name: string) => `Unknown command ${name}`,
  formulaUnfinished: 'Incomplete formula, perhaps a missing bracket',
  formulaUnexpected: (sign: string) => `Unexpected ${sign}`,
  formulaTwice: 'Two powers or indices in a row. Put one of them in braces.',
  formulaBraces: (name: string) => `${name} needs braces here: {${name}}`,
  formulaWrong: 'This formula cannot be read',
  ticked: 'done',
  notTicked: 'not done',
  callouts: { note: 'Note', tip: 'Tip', warning: 'Warning', danger: 'Danger' },
  wideTable: 'Table',
  pictureElsewhere: 'External image blocked',
  mediaElsewhere: 'External media blocked',
  entryPreview: 'Entry preview',
  entryUnavailable: 'This entry does not exist, or you have no access.',
  entryUnreachable: 'The entry could not be loaded.',
  entryLoading: 'Loading…',
  entryArchived: 'Archived',
  entryDeleted: 'In the trash',
  entryLocked: 'Locked',
  entryEmpty: 'No text yet',
  changed: 'changed',
})
