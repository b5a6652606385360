import { Anchor, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { commonTexts } from '../../i18n/common.text.ts'
import { useTexts } from '../../i18n/text.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Tick } from '../../ui/Tick.tsx'
import { entryLink } from '../entry/entry-types.ts'
import { TYPE_ICONS } from '../entry/type-icons.ts'
import classes from './RunningSteps.module.css'
import { stepAnchor } from './step-anchor.ts'
import { stepTexts } from './steps.text.ts'
import { type Running, runningSteps, type StepScope, useFinishStep } from './unfinished.queries.ts'

const MOST_SHOWN = 6

/** The next step of each entry in which something is still to do; it is ticked right here. */
export function RunningSteps() {
  const text = useTexts(stepTexts)
  const heading = useId()
  const [scope, setScope] = useState<StepScope>('user')
  const [showsAll, setShowsAll] = useState(false)
  const mine = useQuery(runningSteps('user'))
  const { data: team } = useQuery({ ...runningSteps('team'), placeholderData: keepPreviousData })
  const finish = useFinishStep()
  // Where nobody uses steps, nothing is said about them.
  if (!mine.data || (mine.data.length === 0 && !team?.length)) return null
  const running = (scope === 'user' ? mine.data : team) ?? []
  const shown = showsAll ? running : running.slice(0, MOST_SHOWN)
  return (
    <section aria-labelledby={heading}>
      <div className={classes.head}>
        <Title order={2} size="h5" id={heading}>
          {text.running}
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
      {running.length === 0 && (
        <Text size="sm" c="var(--quiet)">
          {scope === 'user' ? text.noneMine : text.noneTeam}
        </Text>
      )}
      {shown.length > 0 && (
        <ul className={classes.list} aria-labelledby={heading}>
          {shown.map((entry) => (
            <RunningEntry key={`${entry.type}/${entry.id}`} entry={entry} finish={(step) => finish({ entry, step })} />
          ))}
        </ul>
      )}
      {running.length > shown.length && (
        <Anchor component="button" type="button" size="sm" mt={6} onClick={() => setShowsAll(true)}>
          {text.showAll(running.length)}
        </Anchor>
      )}
    </section>
  )
}

function RunningEntry({ entry, finish }: { entry: Running; finish(step: Running['steps'][number]): void }) {
  const text = useTexts(stepTexts)
  const common = useTexts(commonTexts)
  const [next, ...others] = entry.steps
  const Icon = TYPE_ICONS[entry.type]
  if (!next) return null
  return (
    <li className={classes.row}>
      <Tick key={next.id} label={text.finish(next.body)} isTicked={false} tick={() => finish(next)} />
      <Link {...entryLink(entry)} hash={stepAnchor(next.id)} className={classes.link}>
        <span className={classes.body}>{next.body}</span>
        <span className={classes.entry}>
          <Icon size={14} aria-hidden="true" />
          <span className={classes.title}>{entry.title || common.untitled}</span>
          {others.length > 0 && <span className={classes.more}>· {text.more(others.length)}</span>}
        </span>
      </Link>
    </li>
  )
}
