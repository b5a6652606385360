import type { EntityType } from '@aliquot/contract/common'
import { defineMessages, useMessages } from '../../i18n/messages.tsx'

/** The messages of a list that differ by entity type. */
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
}

export const entryTypeMessages = defineMessages<Readonly<Record<EntityType, TypeMessages>>>('entryType', {
  experiments: {
    title: 'Experiments',
    count: (count, isOne) => `${count} ${isOne ? 'experiment' : 'experiments'}`,
    create: 'New experiment',
    search: 'Search experiments',
    scope: 'Owner',
    chooseOwner: 'Owner',
    chooseDate: 'Date range',
    noneYet: 'No experiments yet',
    noneYetHint: 'Press C or use the button to write the first one.',
  },
  items: {
    title: 'Resources',
    count: (count, isOne) => `${count} ${isOne ? 'resource' : 'resources'}`,
    create: 'New resource',
    search: 'Search resources',
    scope: 'Owner',
    chooseOwner: 'Owner',
    chooseDate: 'Date range',
    noneYet: 'No resources yet',
    noneYetHint: 'Keep chemicals, samples, strains and instruments here.',
  },
  experiments_templates: templateMessages('experiment', 'Reuse text, fields and tags in new experiments.'),
  items_types: templateMessages(
    'resource',
    'Reuse fields, tags and sharing for all antibodies, plasmids or instruments.',
  ),
})

/** The messages of both kinds of templates are alike. */
function templateMessages(one: string, hint: string): TypeMessages {
  return {
    title: `${one.charAt(0).toUpperCase()}${one.slice(1)} templates`,
    count: (count, isOne) => `${count} ${isOne ? 'template' : 'templates'}`,
    create: 'New template',
    search: `Search ${one} templates`,
    scope: 'Owner',
    chooseOwner: 'Owner',
    chooseDate: 'Date range',
    noneYet: `No ${one} templates yet`,
    noneYetHint: hint,
  }
}

export function useTypeMessages(type: EntityType): TypeMessages {
  return useMessages(entryTypeMessages)[type]
}
