import type { IncomingRecord } from '../incoming.ts'
import type { Scope } from './scope.ts'
import type { GraphNode } from './values.ts'

/** What an entry says in properties that have a place here, or that say nothing about it. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['@id', '@type', '@context', 'name', 'text', 'description', 'encodingFormat', 'genre', 'identifier', 'url'],
  ...['alternateName', 'temporal', 'dateCreated', 'dateModified', 'author', 'authors', 'creator', 'about', 'step'],
  ...['creativeWorkStatus', 'keywords', 'conditionsOfAccess', 'status', 'aggregateRating', 'variableMeasured'],
  ...['additionalProperty', 'comment', 'hasPart', 'mentions', 'isBasedOn', 'parentItem', 'sourceOrganization'],
  ...['aliquot:tags', 'aliquot:status', 'aliquot:history', 'aliquot:hideMainText', 'aliquot:canread'],
  ...[
    'aliquot:canwrite',
    'aliquot:settings',
    'aliquot:lockedAt',
    'aliquot:lockedBy',
    'aliquot:mentionsElsewhere',
    'aliquot:page',
    'aliquot:canreadIsFixed',
    'aliquot:canwriteIsFixed',
    'aliquot:people',
  ],
])

/** Told by the record, and not worth a note: every archive has them. */
const QUIET: ReadonlySet<string> = new Set(['subjectOf', 'license', 'publisher', 'datePublished', 'version'])

/** The properties of an entry that have no place here. */
export function leftOver(node: GraphNode): string[] {
  return [...node.value.keys()].filter((name) => !KNOWN.has(name))
}

export function worthNoting(names: readonly string[]): string[] {
  return names.filter((name) => !QUIET.has(name))
}

const RECORD = 'ro-crate-nodes.json'

/** The nodes that belong to an entry, as they stand in the archive, with all numbers as they were written. */
export function recordOf(node: GraphNode, scope: Scope): IncomingRecord {
  // If there is too much, only the entry's own node is kept.
  const texts = scope.isTooLong ? node.texts : scope.texts
  return { name: RECORD, text: `{"@graph": [\n${texts.join(',\n')}\n]}\n` }
}
