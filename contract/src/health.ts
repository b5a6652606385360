import { z } from 'zod'
import { ErrorBody } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ADMINISTRATION } from './operation-groups.ts'

export const HealthCheck = z.object({
  name: z.string(),
  state: z.literal(['ok', 'warning', 'wrong']),
  message: z.string().meta({ description: 'What was found, in English' }),
  code: z.string().meta({ description: 'What was found, for a program: `disk.writable`' }),
  params: ErrorBody.shape.params.unwrap().meta({ description: 'What is filled in in the message: `{ "free": 4096 }`' }),
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
