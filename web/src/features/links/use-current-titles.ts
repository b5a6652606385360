import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import { entityLists } from '@aliquot/contract/entities-list'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { useNames } from '../mentions/mentions.queries.ts'
import { type CurrentTitles, titledEntriesIn, titleKey } from '../rendered-text/links/current-titles.ts'
import { peopleIn, personKey } from '../rendered-text/links/mentioned-people.ts'
import { outgoingLinks, refOf } from './links.queries.ts'

/** The titles that links in the text of an entry show, and the names that mentions show. The record has those of linked entries; others are asked for. */
export function useCurrentTitles(entry: Entity): CurrentTitles {
  const { experiments_links, items_links, body_html } = entry
  const linked = useMemo(
    () => outgoingLinks({ experiments_links, items_links }).map((link): Titled => [titleKey(refOf(link)), link.title]),
    [experiments_links, items_links],
  )
  const others = useMemo(() => {
    const known = new Set(linked.map(([key]) => key))
    return titledEntriesIn(body_html ?? '').filter((ref) => !known.has(titleKey(ref)))
  }, [linked, body_html])
  const { data: found } = useQuery({ ...titlesOf(others), enabled: others.length > 0 })
  const names = useNames(useMemo(() => peopleIn(body_html ?? ''), [body_html]))
  const people = Array.from(names, ([userid, name]): Titled => [personKey(userid), `@${name}`])
  // The same map while nothing was renamed, so that texts are not drawn again.
  const titles = JSON.stringify([...linked, ...(found ?? []), ...people])
  return useMemo(() => new Map(JSON.parse(titles) as Titled[]), [titles])
}

type Titled = [key: string, title: string]

const FRESH_MS = 60_000
const MOST_ASKED = 100

function titlesOf(refs: readonly EntryRef[]) {
  return queryOptions({
    queryKey: ['titles', refs.map(titleKey)],
    queryFn: async ({ signal }) => {
      const types = [...new Set(refs.map(({ type }) => type))]
      const found = await Promise.all(types.map((type) => titlesOfType(type, refs, signal)))
      return found.flat()
    },
    staleTime: FRESH_MS,
    retry: false,
  })
}

/** Those that the reader may read. */
async function titlesOfType(type: EntityType, refs: readonly EntryRef[], signal: AbortSignal): Promise<Titled[]> {
  const ids = refs.filter((ref) => ref.type === type).slice(0, MOST_ASKED)
  const query = {
    extended: ids.map(({ id }) => `id:${id}`).join(' OR '),
    state: '1,2',
    scope: 3,
    full: 0,
    limit: MOST_ASKED,
  }
  const { data } = await call(entityLists.list, { params: { entity_type: type }, query, signal })
  return data.map(({ id, title }) => [titleKey({ type, id }), title])
}
