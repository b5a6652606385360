import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { RowsSkeleton } from '../../ui/layout/RowsSkeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { exactTime } from '../../ui/time/time.ts'
import { instanceInfo } from '../session/instance-info.queries.ts'
import { adminMessages } from './admin.messages.ts'
import classes from './admin.module.css'
import { healthChecks } from './admin.queries.ts'

const icons = { ok: CircleCheck, warning: TriangleAlert, wrong: CircleX } as const

export function HealthSection() {
  const text = useMessages(adminMessages)
  const { language } = useLanguage()
  const { data, error, refetch } = useQuery(healthChecks())
  const { data: info } = useQuery(instanceInfo())
  return (
    <Section title={text.sections.health} intro={text.healthIntro}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!data && !error && <RowsSkeleton label={text.checking} count={8} />}
      {data && (
        <>
          <ul className={rows.rows} aria-label={text.sections.health}>
            {data.checks.map(({ name, state, message }) => {
              const Icon = icons[state]
              return (
                <li key={name} className={rows.row}>
                  <Icon className={classes.state} data-state={state} size={20} aria-label={text.states[state]} />
                  <div className={rows.main}>
                    <div className={rows.title}>{text.checks[name as keyof typeof text.checks] ?? name}</div>
                    <div className={rows.facts}>{inReadersTime(message, language)}</div>
                  </div>
                </li>
              )
            })}
          </ul>
          {info && (
            <Text c="var(--quiet)">
              Aliquot {info.aliquot_version} · {text.counts(info)}
            </Text>
          )}
        </>
      )}
    </Section>
  )
}

/** Each check starts as a sentence does, and its instants are in the reader's zone and form. */
function inReadersTime(message: string, language: string): string {
  const told = message.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => exactTime(new Date(instant), language))
  return told.charAt(0).toLocaleUpperCase(language) + told.slice(1)
}
