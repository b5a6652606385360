import type { Agent } from '@aliquot/contract/agents'
import { Badge, Menu, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import rows from '../../../ui/layout/Rows.module.css'
import { MoreMenu } from '../../../ui/menus/MoreMenu.tsx'
import { When } from '../../../ui/time/When.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { stateOf } from './agent-state.ts'
import { agentMessages } from './agents.messages.ts'
import classes from './agents.module.css'
import { listedAgents, removeAgent } from './agents.queries.ts'

const COLORS = { silent: 'red', failing: 'orange', running: 'green', ended: 'gray' } as const

/** An agent with its state, and what keeps its files from arriving. */
export function AgentRow({ agent, showsTeam }: { agent: Agent; showsTeam: boolean }) {
  const text = useMessages(agentMessages)
  const { name, host, version, waiting, errors, last_error, fullname, team_name } = agent
  const state = stateOf(agent)
  const remove = useRemoval(agent)
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.title}>
          {name}
          <Badge variant="dot" color={COLORS[state]} tt="none">
            {text.states[state]}
          </Badge>
        </div>
        <div className={rows.facts}>
          <span>
            {text.lastContact} <When at={agent.last_seen_at} />
          </span>
          <span>{text.waiting(waiting)}</span>
          {host !== '' && host !== name && <span>{text.computer(host)}</span>}
          <span>{text.owner(fullname)}</span>
          {showsTeam && <span>{text.team(team_name)}</span>}
          <span>{text.version(version)}</span>
        </div>
        {state === 'silent' && (
          <Text size="sm" mt="2xs">
            {text.silentHint}
          </Text>
        )}
        {errors > 0 && (
          <Text size="sm" mt="2xs" component="div">
            {text.errors(errors)}
            {last_error !== '' && <div className={classes.error}>{last_error}</div>}
          </Text>
        )}
      </div>
      <MoreMenu label={text.more(name)} size={44}>
        <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={remove}>
          {text.remove}
        </Menu.Item>
      </MoreMenu>
    </li>
  )
}

function useRemoval({ id, name }: Agent): () => void {
  const text = useMessages(agentMessages)
  const client = useQueryClient()
  const { show, fail } = useToasts()
  return () => {
    const removal = async () => {
      await removeAgent(id)
      show({ message: text.removed(name) })
      await client.invalidateQueries({ queryKey: listedAgents().queryKey })
    }
    removal().catch(fail)
  }
}
