import type { CSSProperties } from 'react'
import classes from './RowLabel.module.css'

interface Props {
  title: string | null
  /** Six hex digits. */
  color: string | null
}

/** A status or category as a dot and its name, so that the eye can run down a column of them. */
export function RowLabel({ title, color }: Props) {
  if (title === null) return null
  return (
    <span className={classes.label} title={title}>
      <span className={classes.dot} style={{ '--label': color ? `#${color}` : 'var(--quiet)' } as CSSProperties} />
      <span className={classes.name}>{title}</span>
    </span>
  )
}
