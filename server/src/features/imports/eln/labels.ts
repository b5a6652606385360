import type { EntityType } from '@aliquot/contract/common'
import type { IncomingLabel } from '../incoming.ts'
import { labelNamed } from './names.ts'
import type { Scope } from './scope.ts'
import { idIn, isNode, listOf, type Properties, plainText, textOf, typesOf } from './values.ts'

const GENRES: Readonly<Record<string, EntityType>> = {
  experiment: 'experiments',
  resource: 'items',
  item: 'items',
  'experiment template': 'experiments_templates',
  protocol: 'experiments_templates',
  template: 'experiments_templates',
  'resource template': 'items_types',
}

/** The type that a genre means. Null for others, such as `measurement`. */
export function typeOfGenre(genre: string | undefined): EntityType | null {
  return GENRES[genre?.trim().toLowerCase().replace(/s$/, '') ?? ''] ?? null
}

const LABELS: ReadonlySet<string> = new Set(['Thing', 'DefinedTerm', 'CategoryCode'])

/** The first category or status of these properties. */
export async function labelOf(
  scope: Scope,
  node: Properties,
  ...names: readonly string[]
): Promise<IncomingLabel | null> {
  for (const name of names) {
    const [value, ...others] = listOf(node.get(name))
    if (others.length > 0) scope.notes.add('many_values', name)
    const label = await labelIn(scope, value)
    if (label) return label
  }
  return null
}

async function labelIn(scope: Scope, value: unknown): Promise<IncomingLabel | undefined> {
  const text = plainText(value)
  if (text !== undefined) return text.trim() === '' ? undefined : labelNamed(text, null, scope.notes)
  const node = await scope.follow(value)
  const title = node && textOf(node, 'name')
  if (!node || title === undefined) {
    if (isNode(value)) scope.notes.add('node_missing', idIn(value) ?? '')
    return undefined
  }
  // What an entry is about may be anything; only some of it is a category.
  const types = typesOf(node)
  if (types.length > 0 && !types.some((type) => LABELS.has(type))) return undefined
  const color = /^#?([0-9a-f]{6})$/i.exec(textOf(node, 'color') ?? '')?.[1]
  return labelNamed(title, color ?? null, scope.notes)
}
