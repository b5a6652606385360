import type { TimelineItem } from '@aliquot/contract/timeline'

/** The index of the newest moment up to a time in whole seconds; 0 if there is none. */
export function placeAt(moments: readonly Pick<TimelineItem, 'as_of'>[], instant: Date): number {
  const end = instant.getTime() + 1000
  return Math.max(
    0,
    moments.findLastIndex(({ as_of }) => Date.parse(as_of) < end),
  )
}

/** The index of the moment that an instant shows; the newest without one. */
export function placeOfInstant(moments: readonly Pick<TimelineItem, 'as_of'>[], instant: string | undefined): number {
  if (instant === undefined) return moments.length - 1
  const exact = moments.findIndex(({ as_of }) => as_of === instant)
  if (exact !== -1) return exact
  const at = Date.parse(instant)
  return Math.max(
    0,
    moments.findLastIndex(({ as_of }) => Date.parse(as_of) <= at),
  )
}
