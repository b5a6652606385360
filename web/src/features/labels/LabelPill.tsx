import type { CSSProperties } from 'react'
import classes from './LabelPill.module.css'

interface Props {
  title: string
  /** Six hex digits. */
  color: string | null
}

/** A category or status with its colour. The text keeps the text colour, so that it is readable on any. */
export function LabelPill({ title, color }: Props) {
  return (
    <span className={classes.pill} style={{ '--label': color ? `#${color}` : 'var(--quiet)' } as CSSProperties}>
      <span className={classes.dot} />
      <span className={classes.title}>{title}</span>
    </span>
  )
}
