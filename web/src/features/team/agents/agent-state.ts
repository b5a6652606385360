import type { Agent } from '@aliquot/contract/agents'

export type AgentState = 'silent' | 'failing' | 'running' | 'ended'

export function stateOf({ is_silent, has_ended, errors }: Agent): AgentState {
  if (is_silent) return 'silent'
  if (errors > 0) return 'failing'
  return has_ended ? 'ended' : 'running'
}

const ORDER: readonly AgentState[] = ['silent', 'failing', 'running', 'ended']

/** What needs somebody comes first; by name otherwise, as the service lists them. */
export function byNeed(agents: readonly Agent[]): Agent[] {
  return agents.toSorted((a, b) => ORDER.indexOf(stateOf(a)) - ORDER.indexOf(stateOf(b)))
}
