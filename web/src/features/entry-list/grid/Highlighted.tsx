import { useEffect, useMemo, useState } from 'react'
import classes from './Highlighted.module.css'
import type { cutAtMatches } from './highlight.ts'

/** Loaded with the first search. */
let cut: typeof cutAtMatches | undefined

/** A text with marked search matches. */
export function Highlighted({ text, search }: { text: string; search: string | undefined }) {
  const [canCut, setCanCut] = useState(cut !== undefined)
  useEffect(() => {
    if (!search || canCut) return
    let isWanted = true
    const load = async () => {
      cut = (await import('./highlight.ts')).cutAtMatches
      if (isWanted) setCanCut(true)
    }
    // Without it the text is not marked.
    load().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [search, canCut])
  const pieces = useMemo(() => (search && canCut ? cut?.(text, search) : undefined), [text, search, canCut])
  return (
    pieces?.map(({ text: piece, isMatch }, index) =>
      isMatch ? (
        <mark key={index} className={classes.match}>
          {piece}
        </mark>
      ) : (
        piece
      ),
    ) ?? text
  )
}
