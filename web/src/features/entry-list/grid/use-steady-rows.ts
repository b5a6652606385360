import { useLayoutEffect, useRef } from 'react'
import type { Kept, SteadyOptions } from './steady-rows.ts'

/** Nothing moves before the first rows are there, so it is not part of the first load. */
const loaded = import('./steady-rows.ts').catch(() => undefined)

/** Rows that others add or remove do not move what one reads. */
export function useSteadyRows(options: SteadyOptions): void {
  const kept = useRef<Kept>({})
  // After every rendering, because rows change with each answer of the service; still before the page is painted.
  useLayoutEffect(() => {
    void loaded.then((module) => module?.keepSteady(kept.current, options))
  })
}
