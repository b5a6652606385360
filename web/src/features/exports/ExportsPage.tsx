import { PageSkeleton } from '../../ui/layout/PageSkeleton.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'

/** In two parts: the first load has the names of all that a page needs, and this one needs nothing else. */
const ExportsRoom = onDemand(async () => (await import('./ExportsRoom.tsx')).ExportsRoom)

export function ExportsPage() {
  return <ExportsRoom fallback={<PageSkeleton />} />
}
