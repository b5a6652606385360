import { ArrowRight } from 'lucide-react'
import { useTexts } from '../../i18n/text.tsx'
import classes from './TimelinePanel.module.css'
import { timelineTexts } from './timeline.text.ts'

/** Short values: what went, and what came. */
export function FromTo({ gone, come }: { gone: readonly string[]; come: readonly string[] }) {
  const text = useTexts(timelineTexts)
  return (
    <div className={classes.fromTo}>
      {gone.map((value) => (
        <del key={value}>
          <span className={classes.hidden}>{text.removed}: </span>
          {value}
        </del>
      ))}
      {gone.length > 0 && come.length > 0 && <ArrowRight size={14} aria-hidden="true" />}
      {come.map((value) => (
        <ins key={value}>
          <span className={classes.hidden}>{text.added}: </span>
          {value}
        </ins>
      ))}
    </div>
  )
}
