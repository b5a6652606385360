import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import rows from '../../../ui/layout/Rows.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { useSession } from '../../session/session.queries.ts'
import { AgentRow } from './AgentRow.tsx'
import { AgentSetup } from './AgentSetup.tsx'
import { byNeed } from './agent-state.ts'
import { agentMessages } from './agents.messages.ts'
import { listedAgents } from './agents.queries.ts'

/** The agents that bring files of instruments, of the current team or of all teams. */
export function AgentsSection({ scope }: { scope: 'team' | 'instance' }) {
  const text = useMessages(agentMessages)
  const { team, is_admin } = useSession()
  const { data, error, refetch } = useQuery(listedAgents())
  const [isSettingUp, setSettingUp] = useState(false)
  const agents = data && byNeed(scope === 'team' ? data.filter((agent) => agent.team === team) : data)
  const intro = scope === 'team' && is_admin !== 1 ? 'own' : scope
  return (
    <Section title={text.title} intro={text.intros[intro]}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!agents && !error && <Skeleton height={64} />}
      {agents?.length === 0 && <AgentSetup title={text.none} />}
      {agents && agents.length > 0 && (
        <>
          <Group>
            <Button
              variant="default"
              leftSection={<Plus size={16} aria-hidden />}
              aria-expanded={isSettingUp}
              onClick={() => setSettingUp(!isSettingUp)}
            >
              {text.setUp}
            </Button>
          </Group>
          {isSettingUp && <AgentSetup title={text.setUp} />}
          <ul className={rows.rows} aria-label={text.title}>
            {agents.map((agent) => (
              <AgentRow key={agent.id} agent={agent} showsTeam={scope === 'instance'} />
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
