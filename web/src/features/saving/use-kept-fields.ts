import type { Entity } from '@aliquot/contract/entities'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isNewer } from '../../api/versions.ts'
import type { SaveStatus } from '../../sync/sync.types.ts'
import { type FieldProblem, type FieldSaver, showKept } from './field-saver.ts'
import { liveFields } from './live-fields.ts'

export interface KeptFields {
  /** The entry with its unsaved changes. */
  entry: Entity
  status: SaveStatus
  problems: readonly FieldProblem[]
  resolve: FieldSaver['resolve']
}

/** The fields of an entry other than its texts. `entry` and `etag` are the service's last answer. */
export function useKeptFields(entry: Entity, etag: string): KeptFields {
  // The changes belong to the entry, not to a version.
  const fields = useMemo(() => liveFields(entry, etag), [entry.id])
  const { version, kept, status, problems } = useSyncExternalStore(fields.subscribe, () => fields.shown)
  useEffect(() => fields.hold(), [fields])
  useEffect(() => fields.saver.noteRemote({ data: entry, etag }), [fields, entry, etag])
  // The page may get the record shortly after its change is no longer kept.
  const latest = isNewer(version.etag, etag) ? version.data : entry
  const shown = useMemo(() => showKept(latest, kept), [latest, kept])
  return { entry: shown, status, problems, resolve: fields.saver.resolve }
}
