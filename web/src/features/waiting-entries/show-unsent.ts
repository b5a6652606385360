import type { EntityListRow } from '@aliquot/contract/entities'
import type { ListedLabel } from '@aliquot/contract/labels'
import type { QueryClient } from '@tanstack/react-query'
import { knownSession } from '../../api/known-session.ts'
import { allKept, allUnsaved } from '../../sync/pending-store.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { kindOf } from '../labels/labels.queries.ts'
import type { KeptField } from '../saving/field-saver.ts'

type Row = Pick<EntityListRow, 'id'> & Partial<EntityListRow>
type Changes = ReadonlyMap<number, Partial<EntityListRow>>

const PLAIN: ReadonlySet<string> = new Set(['date', 'rating', 'custom_id'])

/**
 * Lists that cannot be loaded show what waits on this device: a status chosen offline, a new title. Returns a function that
 * ends it; the next load brings what the service has.
 */
export function showUnsent(client: QueryClient): () => void {
  let isOver = false
  const show = async () => {
    const changes = await readChanges(client)
    // A list may have been loaded meanwhile.
    if (!isOver && changes.size > 0) showIn(client, changes)
  }
  void show()
  const stop = client.getQueryCache().subscribe((event) => {
    const isRead = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
    if ((isRead || event.type === 'observerAdded') && isOfRows(event.query.queryKey)) void show()
  })
  return () => {
    isOver = true
    stop()
  }
}

function showIn(client: QueryClient, changes: Changes): void {
  const cached = client.getQueryCache().findAll({ queryKey: entryKeys.all, predicate: (one) => isOfRows(one.queryKey) })
  for (const { queryKey, state } of cached) {
    const data = withChanges(state.data, changes)
    // Its age is that of the answer.
    if (data !== state.data) client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt })
  }
}

function isOfRows([first, second]: readonly unknown[]): boolean {
  return first === entryKeys.all[0] && (second === entryKeys.lists[1] || second === 'dashboard')
}

async function readChanges(client: QueryClient): Promise<Changes> {
  // Nobody, while the page starts.
  const userid = knownSession()?.userid
  const changes = new Map<number, Partial<EntityListRow>>()
  const add = (id: number, change: Partial<EntityListRow>) => changes.set(id, { ...changes.get(id), ...change })
  for (const { userid: owner, entryId, base, current } of await allUnsaved())
    if (owner === userid && current.title !== base.title) add(entryId, { title: current.title })
  for (const { userid: owner, kind, type = 'experiments', entryId, content } of await allKept()) {
    if (owner !== userid || kind !== 'field') continue
    const { field, value } = content as KeptField
    if (PLAIN.has(field)) add(entryId, { [field]: value })
    if (field !== 'status' && field !== 'category') continue
    const known = client.getQueriesData<ListedLabel[]>({ queryKey: ['labels'] })
    const own = known.flatMap(([key, labels]) => (key[2] === kindOf(type, field) ? (labels ?? []) : []))
    const label = own.find(({ id }) => id === value)
    const [title, color] = [label?.title ?? null, label?.color ?? null]
    if (label || value === null) add(entryId, { [field]: value, [`${field}_title`]: title, [`${field}_color`]: color })
  }
  return changes
}

/** The same object if nothing differs. */
function withChanges(data: unknown, changes: Changes): unknown {
  if (Array.isArray(data)) return rowsWith(data, changes)
  if (typeof data !== 'object' || data === null || !('rows' in data) || !Array.isArray(data.rows)) return data
  const rows = rowsWith(data.rows, changes)
  return rows === data.rows ? data : { ...data, rows }
}

function rowsWith(rows: Row[], changes: Changes): Row[] {
  const changed = rows.map((row) => {
    const change = changes.get(row.id)
    const isNew = Object.entries(change ?? {}).some(([name, value]) => row[name as keyof Row] !== value)
    return isNew ? { ...row, ...change } : row
  })
  return changed.some((row, index) => row !== rows[index]) ? changed : rows
}
