import { Anchor, Badge, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { When } from '../../ui/time/When.tsx'
import { useSession } from '../session/session.queries.ts'
import { COLORS } from './import-colors.ts'
import { importMessages } from './imports.messages.ts'
import { listedImports } from './imports.queries.ts'

/** The imports into the team, newest first. */
export function EarlierImports() {
  const text = useMessages(importMessages)
  const { userid } = useSession()
  const { data, error, refetch } = useQuery(listedImports())
  if (error) return <ProblemLine error={error} retry={refetch} />
  if (!data) return null
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {text.earlier}
      </Title>
      {data.length === 0 ? (
        <Text c="var(--quiet)">{text.none}</Text>
      ) : (
        <ul className={rows.rows} aria-label={text.earlier}>
          {data.map((one) => (
            <li key={one.id} className={rows.row}>
              <div className={rows.main}>
                <div className={rows.title}>
                  <Anchor
                    fw={500}
                    renderRoot={(props) => <Link to="/import/{-$id}" params={{ id: String(one.id) }} {...props} />}
                  >
                    {one.name}
                  </Anchor>
                  <Badge variant="dot" color={COLORS[one.state]} tt="none">
                    {text.states[one.state]}
                  </Badge>
                </div>
                <div className={rows.facts}>
                  <span>
                    <When at={one.created_at} />
                  </span>
                  {one.userid !== userid && <span>{text.by(one.fullname)}</span>}
                  {one.made > 0 && <span>{text.made(one.made)}</span>}
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
