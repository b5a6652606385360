import { agents } from '@aliquot/contract/agents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Read again when the service signals `agents`. */
export function listedAgents() {
  return queryOptions({
    queryKey: ['agents'],
    queryFn: async () => (await call(agents.list)).data,
    staleTime: 0,
  })
}

export function removeAgent(id: number): Promise<unknown> {
  return call(agents.remove, { params: { id } })
}
