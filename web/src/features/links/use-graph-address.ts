import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

/** The graph has an address of its own, so that it can be shared and "back" returns to the entry. */
export function useGraphAddress() {
  const isShown = useSearch({ strict: false, select: ({ show }) => show === 'graph' })
  const navigate = useNavigate()
  const { history } = useRouter()
  const isOpenedHere = useRef(false)
  const goTo = (show: 'graph' | undefined, replace: boolean) =>
    navigate({ to: '.', search: (before) => ({ ...before, show }), replace, resetScroll: false })
  return {
    isShown,
    open() {
      isOpenedHere.current = true
      void goTo('graph', false)
    },
    close() {
      if (isOpenedHere.current) history.back()
      else void goTo(undefined, true)
      isOpenedHere.current = false
    },
  }
}
