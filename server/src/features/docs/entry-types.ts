import { EntityType } from '@aliquot/contract/common'
import type { Endpoint } from '@aliquot/contract/endpoint'
import { z } from 'zod'

const WORDS: Readonly<Record<EntityType, { name: string; names: string; one: string; many: string }>> = {
  experiments: { name: 'Experiment', names: 'Experiments', one: 'experiment', many: 'experiments' },
  items: { name: 'Item', names: 'Items', one: 'resource', many: 'resources' },
  experiments_templates: {
    name: 'ExperimentTemplate',
    names: 'ExperimentTemplates',
    one: 'template of experiments',
    many: 'templates of experiments',
  },
  items_types: {
    name: 'ItemType',
    names: 'ItemTypes',
    one: 'template of resources',
    many: 'templates of resources',
  },
}

/** Entries have different fields per type, so the document has an operation per type; their children share one. */
export function forEachType(endpoint: Endpoint): Endpoint[] {
  if (!/^(\/shared)?\/:entity_type(\/:id)?$/.test(endpoint.path)) return [{ ...endpoint, ...endpoint.shown }]
  return EntityType.options.map((type) => ({
    ...endpoint,
    ...endpoint.shownFor?.(type),
    name: operationName(endpoint.name, type),
    summary: named(endpoint.summary, type),
    path: endpoint.path.replace(':entity_type', type),
    params: withoutType(endpoint.params),
  }))
}

/** `patchEntity` of items is `patchItem`. */
export function operationName(name: string, type: EntityType): string {
  return name.replace('Entities', WORDS[type].names).replace('Entity', WORDS[type].name)
}

function named(text: string, type: EntityType): string {
  const { one, many } = WORDS[type]
  const article = /^[aeiou]/.test(one) ? 'an' : 'a'
  return text
    .replace(/\ban entry\b/g, `${article} ${one}`)
    .replace(/\bentry\b/g, one)
    .replace(/\bEntries\b/g, many.charAt(0).toUpperCase() + many.slice(1))
    .replace(/\bentries\b/g, many)
}

function withoutType(params: z.ZodType | undefined): z.ZodType {
  return params instanceof z.ZodObject ? params.omit({ entity_type: true }) : z.object({})
}
