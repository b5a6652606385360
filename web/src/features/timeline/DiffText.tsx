import { useMemo } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { Scrolled } from '../../ui/layout/Scrolled.tsx'
import { type DiffPart, diffWords } from '../../ui/words/word-diff.ts'
import classes from './TimelinePanel.module.css'
import { type Tick, ticksBetween, withoutBoxes } from './ticks.ts'
import { timelineMessages } from './timeline.messages.ts'

/** The tasks that were ticked, and a word diff with some context. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const text = useMessages(timelineMessages)
  const parts = useMemo(() => shorten(diffWords(before, after)), [before, after])
  if (before === after) {
    return <div className={classes.field}>{before === '' ? text.empty : text.textSame}</div>
  }
  const ticks = ticksBetween(before, after)
  return (
    <>
      {ticks.length > 0 && (
        <ul className={classes.ticks}>
          {ticks.map((tick, index) => (
            <TickView key={index} tick={tick} />
          ))}
        </ul>
      )}
      {withoutBoxes(before, ticks) !== withoutBoxes(after, ticks) && (
        <Scrolled className={classes.diff} label={`${text.before} → ${text.after}`}>
          {parts.map((part, index) => (
            <PartView key={index} part={part} />
          ))}
        </Scrolled>
      )}
    </>
  )
}

function TickView({ tick: { isTicked, words } }: { tick: Tick }) {
  const text = useMessages(timelineMessages)
  return (
    <li>
      <span aria-hidden="true">{isTicked ? '☑' : '☐'}</span> {isTicked ? text.ticked : text.unticked}:{' '}
      <strong>{words}</strong>
    </li>
  )
}

function PartView({ part: { kind, text: words } }: { part: DiffPart }) {
  const text = useMessages(timelineMessages)
  if (kind === 'same') return <span>{words}</span>
  const Mark = kind === 'removed' ? 'del' : 'ins'
  return (
    <Mark>
      <span className={classes.hidden}>{kind === 'removed' ? text.removed : text.added}: </span>
      {words}
    </Mark>
  )
}

/** The characters of context before and after a change. */
const AROUND = 120

function shorten(parts: readonly DiffPart[]): DiffPart[] {
  return parts.map((part, index) => {
    const { kind, text } = part
    if (kind !== 'same' || text.length <= 2 * AROUND + 20) return part
    const start = index === 0 ? '' : text.slice(0, AROUND)
    const end = index === parts.length - 1 ? '' : text.slice(-AROUND)
    return { kind, text: `${start} … ${end}` }
  })
}
