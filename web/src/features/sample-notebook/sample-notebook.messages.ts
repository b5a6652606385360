import { defineMessages } from '../../i18n/messages.tsx'

export const sampleNotebookMessages = defineMessages('sampleNotebook', {
  offer: 'Add a sample notebook',
  offerHint: 'Three experiments, three resources and a template to try things on. You can remove them with one click.',
  added: 'Sample notebook added',
  title: 'Sample notebook',
  hint: (count: number) =>
    count === 1 ? '1 sample entry to try things on.' : `${count} sample entries to try things on.`,
  remove: 'Remove sample notebook',
  removed: 'Sample notebook removed',
  changedTitle: 'Some sample entries were changed',
  changed: (count: number) =>
    count === 1
      ? '1 sample entry was changed since it was added.'
      : `${count} sample entries were changed since they were added.`,
  keepChanged: 'Keep changed entries',
  removeAll: 'Remove all',
})
