import type { ListedLabel } from '@aliquot/contract/labels'
import { Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { LabelPill } from '../labels/LabelPill.tsx'
import { LABEL_RIGHTS, type LabelKind, labelsOf } from '../labels/labels.queries.ts'
import { currentTeam } from '../session/current-team.queries.ts'
import { useSession } from '../session/session.queries.ts'
import classes from './LabelList.module.css'
import { LabelRow } from './LabelRow.tsx'
import { NewLabelForm } from './NewLabelForm.tsx'
import { teamMessages } from './team.messages.ts'

/** The categories or status of one kind: those of the team in order, then those that other teams share. */
export function LabelList({ kind }: { kind: LabelKind }) {
  const text = useMessages(teamMessages)
  const { team, is_admin } = useSession()
  const { data: record } = useQuery(currentTeam())
  const { data, error, refetch } = useQuery(labelsOf(team, kind))
  const titleId = useId()
  const [said, setSaid] = useState('')
  const mayChange = is_admin === 1 || record?.[LABEL_RIGHTS[kind]] === 1
  const own = data?.filter((label) => label.team === team)
  const others = data?.filter((label) => label.team !== team) ?? []
  return (
    <section className={classes.list} aria-labelledby={titleId}>
      <div>
        <Title order={3} size="h4" id={titleId}>
          {text.kinds[kind].title}
        </Title>
        <Text size="sm" c="var(--quiet)">
          {text.kinds[kind].hint}
        </Text>
      </div>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={64} />}
      {own?.length === 0 && <Text c="var(--quiet)">{mayChange ? text.noLabels : text.noLabelsYet}</Text>}
      {own && own.length > 0 && mayChange && (
        <ul className={rows.rows} aria-labelledby={titleId}>
          {own.map((label, at) => (
            <LabelRow key={label.id} kind={kind} label={label} at={at} count={own.length} tell={setSaid} />
          ))}
        </ul>
      )}
      {own && own.length > 0 && !mayChange && <Chips label={text.kinds[kind].title} labels={own} />}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {data && mayChange && <NewLabelForm kind={kind} used={own ?? []} />}
      {others.length > 0 && (
        <div>
          <Text size="sm" c="var(--quiet)" mb="2xs">
            {text.sharedByOthers}
          </Text>
          <Chips label={text.sharedByOthers} labels={others} />
        </div>
      )}
    </section>
  )
}

function Chips({ label, labels }: { label: string; labels: readonly ListedLabel[] }) {
  return (
    <ul className={classes.chips} aria-label={label}>
      {labels.map(({ id, title, color }) => (
        <li key={id}>
          <LabelPill title={title} color={color} />
        </li>
      ))}
    </ul>
  )
}
