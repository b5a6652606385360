import type { TimelineItem } from '@aliquot/contract/timeline'

/** The place of the newest moment up to an instant, which is told in whole seconds; the first where there is none. */
export function placeAt(moments: readonly Pick<TimelineItem, 'as_of'>[], instant: Date): number {
  const end = instant.getTime() + 1000
  return Math.max(
    0,
    moments.findLastIndex(({ as_of }) => Date.parse(as_of) < end),
  )
}
