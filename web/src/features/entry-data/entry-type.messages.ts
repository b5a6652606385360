import type { EntityType } from '@aliquot/contract/common'
import { defineMessages, useMessages } from '../../i18n/messages.tsx'

/** The messages that differ by entity type. */
export interface TypeMessages {
  title: string
  /** `3 experiments`, with a formatted number. */
  count(count: string, isOne: boolean): string
  create: string
  search: string
  scope: string
  chooseOwner: string
  chooseDate: string
  noneYet: string
  noneYetHint: string
  nothingFoundHint: string
  this: string
  titlePlaceholder: string
  forbidden: string
  missing: string
  missingHint: string
  failed: string
  toList: string
}

export const entryTypeMessages = defineMessages<Readonly<Record<EntityType, TypeMessages>>>('entryType', {
  experiments: {
    title: 'Experiments',
    count: (count, isOne) => `${count} ${isOne ? 'experiment' : 'experiments'}`,
    create: 'New experiment',
    search: 'Search experiments',
    scope: 'Whose experiments',
    chooseOwner: 'Whose experiments to show',
    chooseDate: 'Experiments of which days',
    noneYet: 'No experiments yet',
    noneYetHint: 'Everything you try in the lab starts here. Press C, or use the button, to write the first one.',
    nothingFoundHint: 'No experiment fits the search and the filters. Words are found by their start.',
    this: 'This experiment',
    titlePlaceholder: 'What is this experiment about?',
    forbidden: 'You may not see this experiment',
    missing: 'There is no such experiment',
    missingHint: 'The address may be mistyped. Your experiments are in the list.',
    failed: 'The experiment could not be loaded',
    toList: 'Go to the experiments',
  },
  items: {
    title: 'Resources',
    count: (count, isOne) => `${count} ${isOne ? 'resource' : 'resources'}`,
    create: 'New resource',
    search: 'Search resources',
    scope: 'Whose resources',
    chooseOwner: 'Whose resources to show',
    chooseDate: 'Resources of which days',
    noneYet: 'No resources yet',
    noneYetHint: 'Chemicals, samples, strains, instruments: what experiments are made with has its place here.',
    nothingFoundHint: 'No resource fits the search and the filters. Words are found by their start.',
    this: 'This resource',
    titlePlaceholder: 'What is this?',
    forbidden: 'You may not see this resource',
    missing: 'There is no such resource',
    missingHint: 'The address may be mistyped. The resources are in the list.',
    failed: 'The resource could not be loaded',
    toList: 'Go to the resources',
  },
  experiments_templates: templateMessages(
    'experiment',
    'Write once what many experiments start with: text, fields, tags and who can see them.',
  ),
  items_types: templateMessages(
    'resource',
    'Set up once what all antibodies, plasmids or instruments have in common: fields, tags and sharing.',
  ),
})

/** The messages of both kinds of templates are alike. */
function templateMessages(one: string, hint: string): TypeMessages {
  return {
    title: `${one.charAt(0).toUpperCase()}${one.slice(1)} templates`,
    count: (count, isOne) => `${count} ${isOne ? 'template' : 'templates'}`,
    create: 'New template',
    search: `Search ${one} templates`,
    scope: 'Whose templates',
    chooseOwner: 'Whose templates to show',
    chooseDate: 'Templates of which days',
    noneYet: `No ${one} templates yet`,
    noneYetHint: hint,
    nothingFoundHint: 'No template fits the search and the filters. Words are found by their start.',
    this: 'This template',
    titlePlaceholder: `What are these ${one}s called?`,
    forbidden: 'You may not see this template',
    missing: 'There is no such template',
    missingHint: 'The address may be mistyped. The templates are in the list.',
    failed: 'The template could not be loaded',
    toList: `Go to the ${one} templates`,
  }
}

export function useTypeMessages(type: EntityType): TypeMessages {
  return useMessages(entryTypeMessages)[type]
}
