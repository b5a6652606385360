import { PageSkeleton } from '../../ui/layout/PageSkeleton.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'

/** In two parts: the first load has the names of all that a page needs, and this one needs nothing else. */
const ImportRoom = onDemand(async () => (await import('./ImportRoom.tsx')).ImportRoom)

export function ImportPage() {
  return <ImportRoom fallback={<PageSkeleton />} />
}
