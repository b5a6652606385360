import { Skeleton } from '@mantine/core'

/** Stands where the editor will be. What is typed for it until then is kept, see lead-to-text.ts. */
export function TextIsComing() {
  return <Skeleton height={240} data-text-is-coming />
}
