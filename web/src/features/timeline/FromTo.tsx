import { ArrowRight } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './TimelinePanel.module.css'
import { timelineMessages } from './timeline.messages.ts'

/** Short values: removed and added. */
export function FromTo({ gone, come }: { gone: readonly string[]; come: readonly string[] }) {
  const text = useMessages(timelineMessages)
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
