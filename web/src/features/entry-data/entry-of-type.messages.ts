import type { EntityType } from '@aliquot/contract/common'
import { defineMessages, useMessages } from '../../i18n/messages.tsx'

/** The messages of an entry that differ by its type. Lists do not load them. */
export interface EntryOfTypeMessages {
  this: string
  titlePlaceholder: string
  forbidden: string
  missing: string
  missingHint: string
  failed: string
  toList: string
}

export const entryOfTypeMessages = defineMessages<Readonly<Record<EntityType, EntryOfTypeMessages>>>('entryOfType', {
  experiments: {
    this: 'This experiment',
    titlePlaceholder: 'Experiment title',
    forbidden: 'You do not have access to this experiment',
    missing: 'Experiment not found',
    missingHint: 'The address may be mistyped. Your experiments are in the list.',
    failed: 'The experiment could not be loaded',
    toList: 'Go to experiments',
  },
  items: {
    this: 'This resource',
    titlePlaceholder: 'Resource name',
    forbidden: 'You do not have access to this resource',
    missing: 'Resource not found',
    missingHint: 'The address may be mistyped. The resources are in the list.',
    failed: 'The resource could not be loaded',
    toList: 'Go to resources',
  },
  experiments_templates: templateMessages('experiment'),
  items_types: templateMessages('resource'),
})

function templateMessages(one: string): EntryOfTypeMessages {
  return {
    this: 'This template',
    titlePlaceholder: 'Template name',
    forbidden: 'You do not have access to this template',
    missing: 'Template not found',
    missingHint: 'The address may be mistyped. The templates are in the list.',
    failed: 'The template could not be loaded',
    toList: `Go to ${one} templates`,
  }
}

export function useEntryOfTypeMessages(type: EntityType): EntryOfTypeMessages {
  return useMessages(entryOfTypeMessages)[type]
}
