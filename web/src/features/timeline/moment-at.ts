import type { TimelineItem } from '@aliquot/contract/timeline'

/** The index of the newest moment up to a time in whole seconds; 0 if there is none. */
export function placeAt(moments: readonly Pick<TimelineItem, 'as_of'>[], instant: Date): number {
  const end = instant.getTime() + 1000
  return Math.max(
    0,
    moments.findLastIndex(({ as_of }) => Date.parse(as_of) < end),
  )
}
