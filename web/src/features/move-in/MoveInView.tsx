import type { MoveIn } from '@aliquot/contract/move-ins'
import { Badge, Text, Title } from '@mantine/core'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { sayRefusal } from '../../i18n/refusals.ts'
import { Card } from '../../ui/layout/Section.tsx'
import { When } from '../../ui/time/When.tsx'
import { MoveInActions } from './MoveInActions.tsx'
import { MoveInReport } from './MoveInReport.tsx'
import { moveInMessages } from './move-in.messages.ts'
import classes from './move-in.module.css'

const COLORS = { running: 'blue', done: 'green', failed: 'red', stopped: 'orange', interrupted: 'orange' } as const

/** Another server: how far it is, or what came of it. */
export function MoveInView({ record }: { record: MoveIn }) {
  const text = useMessages(moveInMessages)
  const { language } = useLanguage()
  const { from, state, error, report } = record
  return (
    <Card>
      <article className={classes.move} aria-label={from}>
        <div className={classes.titleLine}>
          <Title order={3} size="h4" className={classes.name}>
            {from}
          </Title>
          <Badge variant="dot" color={COLORS[state]} tt="none">
            {state === 'done' && record.dry_run ? text.looked : text.states[state]}
          </Badge>
          <Text size="sm" c="var(--quiet)">
            {record.fullname} · <When at={record.modified_at} />
          </Text>
        </div>
        {state === 'running' && <Progress record={record} />}
        {state === 'interrupted' && <Text>{text.interrupted}</Text>}
        {error && (
          <Text role="alert" className={classes.name}>
            {sayRefusal(error, language).message}
          </Text>
        )}
        <MoveInActions key={`${state} ${record.needs_keys}`} record={record} />
        {state !== 'running' && report && <MoveInReport report={report} />}
      </article>
    </Card>
  )
}

function Progress({ record: { phase, done, total, dry_run } }: { record: MoveIn }) {
  const text = useMessages(moveInMessages)
  const { language } = useLanguage()
  const number = (count: number) => count.toLocaleString(localeOf(language))
  const known = total !== null && total > 0 && { max: total, value: Math.min(done, total) }
  const words = Object.hasOwn(text.phases, phase) ? text.phases[phase as keyof typeof text.phases] : text.states.running
  return (
    <div className={classes.progress}>
      <progress className={classes.bar} aria-label={words} {...known} />
      <Text size="sm" c="var(--quiet)" aria-live="off">
        {dry_run ? `${text.looking} · ${words}` : words}
        {known && ` · ${text.progress(number(done), number(known.max))}`}
        {!known && done > 0 && ` · ${number(done)}`}
      </Text>
    </div>
  )
}
