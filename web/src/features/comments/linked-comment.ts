import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The part of an address that names a comment, which is also the id of its element. */
export function commentAnchor(id: number): string {
  return `comment-${id}`
}

/** Goes to the comment that the address names, as soon as it is there. */
export function useLinkedComment(comments: readonly { id: number }[]): string | undefined {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const linked = comments.map(({ id }) => commentAnchor(id)).find((anchor) => anchor === hash)
  useEffect(() => {
    const element = linked === undefined ? null : document.getElementById(linked)
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [linked])
  return linked
}
