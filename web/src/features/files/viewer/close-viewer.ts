import { createContext, useContext } from 'react'

const CloseViewer = createContext<() => void>(() => {})

export const CloseViewerProvider = CloseViewer.Provider

/** For what goes on in the page below. */
export function useCloseViewer(): () => void {
  return useContext(CloseViewer)
}
