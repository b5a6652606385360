import type { TimelineItem } from '@aliquot/contract/timeline'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { placeOfInstant } from './moment-at.ts'
import type { PastAddress } from './past-address.ts'

const PAUSE_MS = 120

/** The place among all moments. Moving quickly over many of them opens only the last one; the newest one is now. */
export function usePlace(moments: readonly TimelineItem[], { asOf, show }: PastAddress) {
  const shown = placeOfInstant(moments, asOf)
  const [moved, setMoved] = useState<number>()
  const [settled] = useDebouncedValue(moved, PAUSE_MS)
  const open = useEffectEvent((place: number) => {
    if (place === shown) setMoved(undefined)
    else show(place === moments.length - 1 ? undefined : moments[place]?.as_of)
  })
  const forget = useEffectEvent(() => {
    if (moved === shown) setMoved(undefined)
  })
  useEffect(() => {
    if (settled !== undefined) open(settled)
  }, [settled])
  // Once the address has followed.
  useEffect(() => forget(), [asOf])
  return { place: moved ?? shown, setPlace: setMoved }
}
