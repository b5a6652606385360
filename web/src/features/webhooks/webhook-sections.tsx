import { Skeleton } from '@mantine/core'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'

const WebhooksSection = onDemand(async () => (await import('./WebhooksSection.tsx')).WebhooksSection)

export function OwnWebhooks() {
  return <WebhooksSection scope="user" fallback={<Skeleton height={200} />} />
}

export function TeamWebhooks() {
  return <WebhooksSection scope="team" fallback={<Skeleton height={200} />} />
}

export function InstanceWebhooks() {
  return <WebhooksSection scope="instance" fallback={<Skeleton height={200} />} />
}
