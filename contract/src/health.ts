import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ADMINISTRATION } from './operation-groups.ts'

export const HealthCheck = z.object({
  name: z.string(),
  state: z.literal(['ok', 'warning', 'wrong']),
  message: z.string(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

export const health = {
  read: endpoint({
    name: 'getHealth',
    method: 'GET',
    path: '/health',
    summary: 'What `aliquot doctor` says of this instance. For sysadmins',
    tag: ADMINISTRATION,
    reply: z.object({ checks: z.array(HealthCheck) }),
    status: 200,
    errors: [403],
  }),
}
