/** Agents of instruments. */
export const agentRefusals = {
  'agent.of_other': 'This agent reports with the key of someone else',
  'agent.too_many': 'You have {most:count} agents already: remove one first',
} as const
