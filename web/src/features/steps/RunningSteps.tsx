import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { Tick } from '../../ui/fields/Tick.tsx'
import { TodoLink } from '../../ui/layout/TodoLink.tsx'
import { entryLink } from '../entry-data/entry-types.ts'
import { TYPE_ICONS } from '../entry-data/type-icons.ts'
import classes from './RunningSteps.module.css'
import { stepAnchor } from './step-anchor.ts'
import { stepMessages } from './steps.messages.ts'
import {
  type AllRunning,
  MOST_OF_ONE,
  type Running,
  runningSteps,
  type StepScope,
  useFinishStep,
} from './unfinished.queries.ts'

const MOST_SHOWN = 6
const NOTHING: AllRunning = { rows: [], total: 0, totalIsExact: true }

/**
 * The next step of each unfinished entry, to be ticked here. `isWhole` shows all unfinished steps of all entries, on
 * their own page.
 */
export function RunningSteps({ isWhole = false }: { isWhole?: boolean }) {
  const text = useMessages(stepMessages)
  const heading = useId()
  const [scope, setScope] = useState<StepScope>('user')
  const [showsAll, setShowsAll] = useState(isWhole)
  const [pages, setPages] = useState(1)
  const ofMe = useQuery({ ...runningSteps('user', pages), placeholderData: keepPreviousData })
  const ofTeam = useQuery({ ...runningSteps('team', pages), placeholderData: keepPreviousData })
  const [mine, team] = [ofMe.data, ofTeam.data]
  const isLoading = (scope === 'user' ? ofMe : ofTeam).isPlaceholderData
  const { language } = useLanguage()
  const number = (count: number) => count.toLocaleString(localeOf(language))
  const finish = useFinishStep()
  // Hidden on the dashboard if nobody has unfinished steps.
  if (!mine || (!isWhole && mine.total === 0 && !team?.total)) return null
  const { rows, total, totalIsExact } = (scope === 'user' ? mine : team) ?? NOTHING
  const shown = showsAll ? rows : rows.slice(0, MOST_SHOWN)
  return (
    <section aria-labelledby={heading}>
      <div className={classes.head}>
        <Title order={2} size="h5" id={heading}>
          {isWhole ? text.unfinished : <TodoLink>{text.running}</TodoLink>}
        </Title>
        <Segments<StepScope>
          label={text.whose}
          value={scope}
          options={[
            { value: 'user', label: text.mine },
            { value: 'team', label: text.team },
          ]}
          onChange={setScope}
        />
      </div>
      {total === 0 && (
        <Text size="sm" c="var(--quiet)">
          {scope === 'user' ? text.noneMine : text.noneTeam}
        </Text>
      )}
      {shown.length > 0 && (
        <ul className={classes.list} aria-labelledby={heading}>
          {shown.flatMap((entry) => [
            ...(isWhole ? entry.steps : entry.steps.slice(0, 1)).map((step) => (
              <RunningStep
                key={isWhole ? step.id : `${entry.type}/${entry.id}`}
                entry={entry}
                step={step}
                others={isWhole ? 0 : entry.steps.length - 1}
                finish={() => finish({ entry, step })}
              />
            )),
            isWhole && entry.isCut && <MoreSteps key={`${entry.type}/${entry.id}`} entry={entry} />,
          ])}
        </ul>
      )}
      {!showsAll && rows.length > shown.length && (
        <Anchor component="button" type="button" size="sm" mt="2xs" onClick={() => setShowsAll(true)}>
          {rows.length < total ? text.showMore : text.showAll(total)}
        </Anchor>
      )}
      {showsAll && rows.length < total && (
        <Group mt="sm" gap="sm">
          <Button variant="default" loading={isLoading} onClick={() => setPages(pages + 1)}>
            {text.showMore}
          </Button>
          <Text size="sm" c="var(--quiet)" role="status">
            {(totalIsExact ? text.entriesOf : text.entriesOfMany)(number(rows.length), number(total))}
          </Text>
        </Group>
      )}
    </section>
  )
}

interface StepProps {
  entry: Running
  step: Running['steps'][number]
  /** The number of further steps in this entry. */
  others: number
  finish(): void
}

function RunningStep({ entry, step, others, finish }: StepProps) {
  const text = useMessages(stepMessages)
  const common = useMessages(commonMessages)
  const Icon = TYPE_ICONS[entry.type]
  return (
    <li className={classes.row}>
      <Tick key={step.id} label={text.finish(step.body)} isTicked={false} tick={finish} />
      <Link {...entryLink(entry)} hash={stepAnchor(step.id)} className={classes.link}>
        <span className={classes.body}>{step.body}</span>
        <span className={classes.entry}>
          <Icon size={14} aria-hidden="true" />
          <span className={classes.title}>{entry.title || common.untitled}</span>
          {others > 0 && <span className={classes.more}>· {(entry.isCut ? text.atLeast : text.more)(others)}</span>}
        </span>
      </Link>
    </li>
  )
}

/** Links to the steps that are not shown here. */
function MoreSteps({ entry }: { entry: Running }) {
  const text = useMessages(stepMessages)
  const common = useMessages(commonMessages)
  return (
    <li className={`${classes.row} ${classes.rest}`}>
      <Link {...entryLink(entry)} className={classes.link}>
        {text.firstOnly(MOST_OF_ONE, entry.title || common.untitled)}
      </Link>
    </li>
  )
}
