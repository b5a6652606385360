import { Skeleton, Stack } from '@mantine/core'

/** The placeholder of a page while it loads. */
export function PageSkeleton() {
  return (
    <Stack p="lg" gap="md" aria-busy="true">
      <Skeleton height={36} width="40%" />
      <Skeleton height={18} width="70%" />
      <Skeleton height={18} width="64%" />
      <Skeleton height={18} width="68%" />
    </Stack>
  )
}
