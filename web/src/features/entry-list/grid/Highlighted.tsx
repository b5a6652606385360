import { useMemo } from 'react'
import classes from './Highlighted.module.css'
import { cutAtMatches } from './highlight.ts'

/** A text with marked search matches. */
export function Highlighted({ text, search }: { text: string; search: string | undefined }) {
  const pieces = useMemo(() => cutAtMatches(text, search), [text, search])
  return pieces.map(({ text: piece, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className={classes.match}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
