import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export interface PastAddress {
  /** The instant at which the page shows the entry; undefined for now. */
  asOf: string | undefined
  show(instant: string | undefined): void
}

/** An earlier version has an address of its own, so that it can be linked and "back" returns to now. */
export function usePastAddress(): PastAddress {
  const asOf = useSearch({ strict: false, select: instantIn })
  const navigate = useNavigate()
  const show = useCallback(
    (instant: string | undefined) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, as_of: instant }),
        // Only the first step into the past is one of the browser's history.
        replace: asOf !== undefined,
        resetScroll: false,
      }),
    [navigate, asOf],
  )
  return { asOf, show }
}

/** The instant in the address, if it is one. The router passes on what the check of a route left out. */
export function instantIn({ as_of }: { as_of?: unknown }): string | undefined {
  return typeof as_of === 'string' && !Number.isNaN(Date.parse(as_of)) ? as_of : undefined
}
