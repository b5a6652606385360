import { type Entity, entities } from '@aliquot/contract/entities'
import { pathOf } from '../../api/call.ts'
import { entryParams } from '../entry-data/entry-types.ts'
import { LabelDialog } from './LabelDialog.tsx'
import { sampleOf } from './sample.ts'

/** Labels of one entry. */
export function EntryLabels({ entry, close }: { entry: Entity; close(): void }) {
  const path = pathOf(entities.read, { params: entryParams(entry) })
  return <LabelDialog path={path} count={1} sample={sampleOf(entry.type, entry)} close={close} />
}
