import type { AgentRow } from '../../db/schema.ts'

/** A report may be late by a restart of its computer. */
export const GRACE_SECONDS = 300

/** When an agent that does not report counts as silent: after three reports that did not come, and some grace. */
export function silentFrom({ last_seen_at, interval_seconds }: Omit<SilenceFacts, 'has_ended'>): string {
  return new Date(Date.parse(last_seen_at) + (3 * interval_seconds + GRACE_SECONDS) * 1000).toISOString()
}

type SilenceFacts = Pick<AgentRow, 'last_seen_at' | 'interval_seconds' | 'has_ended'>

export function isSilent(agent: SilenceFacts, now: string): boolean {
  return agent.has_ended === 0 && silentFrom(agent) <= now
}
