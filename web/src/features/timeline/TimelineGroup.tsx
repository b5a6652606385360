import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { clockTime } from '../../ui/time/clock-time.ts'
import { exactTime, parseServiceTime } from '../../ui/time/time.ts'
import type { Group } from './group-items.ts'
import { TimelineLine } from './TimelineLine.tsx'
import classes from './TimelinePanel.module.css'
import { timelineMessages } from './timeline.messages.ts'

interface Props {
  entry: Entity
  group: Group
  canRestore: boolean
  isNewest: boolean
  /** Shows the entry at that moment. */
  look(item: TimelineItem): void
}

/** What one person did in one go: who and when, once, then what. */
export function TimelineGroup({ entry, group: { newest, lines }, canRestore, isNewest, look }: Props) {
  const text = useMessages(timelineMessages)
  const { language } = useLanguage()
  const at = parseServiceTime(newest.ended_at)
  const via = { apikey: text.viaKey, cli: text.viaCli }[newest.via]
  return (
    <li className={classes.group} data-newest={isNewest || undefined}>
      <div className={classes.head}>
        <span className={classes.who}>{newest.fullname || text.system}</span>
        {via && <span className={classes.via}>{via}</span>}
        <time className={classes.time} dateTime={at.toISOString()} title={exactTime(at, language)}>
          {clockTime(at, language)}
        </time>
      </div>
      {newest.reason && <q className={classes.reason}>{newest.reason}</q>}
      <ul className={classes.lines}>
        {lines.map((line, index) => (
          <TimelineLine
            key={line.items[0].position}
            {...{ entry, line, canRestore, look }}
            isNewest={isNewest && index === 0}
          />
        ))}
      </ul>
    </li>
  )
}
