import { Box, Skeleton } from '@mantine/core'

/** The placeholder of a page while it loads. */
export function PageSkeleton() {
  return (
    <Box p="lg" aria-busy="true">
      <Skeleton height={36} width="40%" mb="md" />
      <Skeleton height={18} width="70%" mb="md" />
      <Skeleton height={18} width="64%" mb="md" />
      <Skeleton height={18} width="68%" />
    </Box>
  )
}
