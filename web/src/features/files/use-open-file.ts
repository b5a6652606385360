import type { Upload } from '@aliquot/contract/uploads'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

/** The open file is in the URL, so that it can be shared and "back" closes it. */
export function useOpenFile() {
  const id = useSearch({ strict: false, select: ({ file }) => file })
  const navigate = useNavigate()
  const { history } = useRouter()
  const isOpenedHere = useRef(false)
  const goTo = (file: number | undefined, replace: boolean) =>
    navigate({ to: '.', search: (before) => ({ ...before, file }), replace, resetScroll: false })
  return {
    id,
    open(file: Upload) {
      isOpenedHere.current = true
      void goTo(file.id, false)
    },
    show: (file: Upload) => void goTo(file.id, true),
    close() {
      if (isOpenedHere.current) history.back()
      else void goTo(undefined, true)
      isOpenedHere.current = false
    },
  }
}

export type OpenFile = ReturnType<typeof useOpenFile>
