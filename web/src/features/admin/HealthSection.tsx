import type { HealthCheck } from '@aliquot/contract/health'
import type { HealthCode } from '@aliquot/contract/health-words'
import { fillIn } from '@aliquot/contract/refusals/sentence'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { writingIn } from '../../i18n/refusals/writing.ts'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { RowsSkeleton } from '../../ui/layout/RowsSkeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { exactTime } from '../../ui/time/time.ts'
import { instanceInfo } from '../session/instance-info.queries.ts'
import { adminMessages } from './admin.messages.ts'
import classes from './admin.module.css'
import { healthChecks } from './admin.queries.ts'
import { healthMessages } from './health.messages.ts'

type Found = Readonly<Record<HealthCode, string>>

const icons = { ok: CircleCheck, warning: TriangleAlert, wrong: CircleX } as const

export function HealthSection() {
  const text = useMessages(adminMessages)
  const { found } = useMessages(healthMessages)
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
            {data.checks.map((check) => {
              const { name, state } = check
              const Icon = icons[state]
              return (
                <li key={`${name} ${check.message}`} className={rows.row}>
                  <Icon className={classes.state} data-state={state} size={20} aria-label={text.states[state]} />
                  <div className={rows.main}>
                    <div className={rows.title}>{text.checks[name as keyof typeof text.checks] ?? name}</div>
                    <div className={rows.facts}>{inReadersTime(inWords(check, found, language), language)}</div>
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

/** What was found in the reader's language; in the service's words if it is of a newer version. */
function inWords({ code, params, message }: HealthCheck, found: Found, language: string): string {
  if (!Object.hasOwn(found, code)) return message
  return fillIn(found[code as HealthCode], params, writingIn(language)).message
}

/** Each check starts as a sentence does, and its instants are in the reader's zone and form. */
function inReadersTime(message: string, language: string): string {
  const told = message.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => exactTime(new Date(instant), language))
  return told.charAt(0).toLocaleUpperCase(language) + told.slice(1)
}
