/** What the list shows, as it stands in the address. */
export interface ListSearch {
  q?: string
  scope?: 1 | 2 | 3
  state?: 'archived' | 'deleted'
  tags?: string[]
  owner?: number
  rating?: number
  order?: 'lastchange' | 'date' | 'title' | 'id' | 'rating' | 'comment'
  sort?: 'asc' | 'desc'
  view?: 'table'
}

const ORDERS = ['lastchange', 'date', 'title', 'id', 'rating', 'comment'] as const

/** Reads an address; what makes no sense in it is left out. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const result: ListSearch = {}
  if (typeof search.q === 'string' && search.q !== '') result.q = search.q
  if (search.scope === 1 || search.scope === 2 || search.scope === 3) result.scope = search.scope
  if (search.state === 'archived' || search.state === 'deleted') result.state = search.state
  if (Array.isArray(search.tags)) result.tags = search.tags.filter((tag) => typeof tag === 'string')
  if (Number.isInteger(search.owner)) result.owner = search.owner as number
  if (Number.isInteger(search.rating)) result.rating = search.rating as number
  const order = ORDERS.find((name) => name === search.order)
  if (order) result.order = order
  if (search.sort === 'asc' || search.sort === 'desc') result.sort = search.sort
  if (search.view === 'table') result.view = search.view
  return result
}
