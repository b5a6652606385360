import { Skeleton } from '@mantine/core'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'

const Loaded = onDemand(async () => (await import('./MoveInSection.tsx')).MoveInSection)

export function MoveInSection() {
  return <Loaded fallback={<Skeleton height={200} />} />
}
