import { Skeleton } from '@mantine/core'

/** The placeholder of the editor. Keys typed for it are kept, see lead-to-text.ts. */
export function TextIsComing() {
  return <Skeleton height={240} data-text-is-coming />
}
