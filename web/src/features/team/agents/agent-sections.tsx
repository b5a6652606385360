import { Skeleton } from '@mantine/core'
import { onDemand } from '../../../ui/on-demand/on-demand.tsx'

const AgentsSection = onDemand(async () => (await import('./AgentsSection.tsx')).AgentsSection)

export function TeamAgents() {
  return <AgentsSection scope="team" fallback={<Skeleton height={200} />} />
}

export function InstanceAgents() {
  return <AgentsSection scope="instance" fallback={<Skeleton height={200} />} />
}
