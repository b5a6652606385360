import type { Entity } from '@aliquot/contract/entities'
import type { RelatedExperiment, RelatedItem } from '@aliquot/contract/links'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { entryQuery } from '../../entry-data/entry.queries.ts'
import { entryKeys } from '../../entry-data/entry-keys.ts'
import type { EntryRef } from '../../entry-data/entry-types.ts'
import { incomingLinks, outgoingLinks, refOf } from '../links.queries.ts'
import { exploreLinks, type LinkedEntry, type Neighbours } from './link-graph.ts'

/** What was loaded for one graph is reused for the next. */
const GOOD_FOR = 60_000

/** The graph around an entry. It also caches the entries it reads. */
export function linkGraph(client: QueryClient, entry: Entity, depth: number) {
  const around = neighboursOf(entry)
  return queryOptions({
    queryKey: [...entryKeys.entry(entry.id), 'graph', depth, namesOf(around)],
    queryFn: () => exploreLinks(startOf(entry), depth, read),
    placeholderData: keepPreviousData,
  })

  async function read(ref: EntryRef): Promise<Neighbours | undefined> {
    if (ref.id === entry.id) return around
    const found = await client
      .fetchQuery({ ...entryQuery(ref), staleTime: GOOD_FOR, retry: false })
      .catch(() => undefined)
    return found && neighboursOf(found.data)
  }
}

function startOf({ type, id, title, ...entry }: Entity): LinkedEntry {
  return {
    type,
    id,
    title,
    categoryTitle: entry.category_title,
    categoryColor: entry.category_color,
    statusTitle: entry.status_title,
    statusColor: entry.status_color,
  }
}

function neighboursOf(entry: Entity): Neighbours {
  return { incoming: incomingLinks(entry).map(toLinked), outgoing: outgoingLinks(entry).map(toLinked) }
}

function toLinked(link: RelatedExperiment | RelatedItem): LinkedEntry {
  return {
    ...refOf(link),
    title: link.title,
    categoryTitle: link.category_title,
    categoryColor: link.category_color,
    statusTitle: link.status_title,
    statusColor: link.status_color,
  }
}

function namesOf({ incoming, outgoing }: Neighbours): string {
  return [incoming, outgoing].map((list) => list.map(({ id }) => id).join(',')).join(';')
}
