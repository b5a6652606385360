import { z } from 'zod'
import { MAX_ID, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { INSTANCE } from './operation-groups.ts'

export const InstanceAction = z.object({
  action: z
    .string()
    .max(100)
    .optional()
    .meta({
      enum: ['test', 'email', 'emailteam', 'emailbookers'],
      description: 'test and email are for sysadmins',
    }),
  email: Text.max(255).optional().meta({ description: 'For test: where to' }),
  target: z.string().max(100).optional().meta({
    description: 'For email: active_users, admins or sysadmins. For emailteam: team, or teamgroup_ and its id',
  }),
  entity_id: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_ID)
    .optional()
    .meta({ description: 'For emailbookers: id of the resource' }),
  subject: Text.max(255).optional().meta({ description: 'Subject of the e-mail' }),
  body: Text.max(100_000).optional().meta({ description: 'Plain text; an empty line begins a paragraph' }),
})
export type InstanceAction = z.output<typeof InstanceAction>

const ForgottenPassword = z.object({ email: Text.min(1).max(255) })

export const mail = {
  write: endpoint({
    name: 'postInstance',
    method: 'POST',
    path: '/instance',
    access: 'account',
    summary: 'Send an e-mail: a test, or a message to many people. The number in Location is how many were written to',
    details: 'While e-mail is not set up nothing is sent, and the number is 0.',
    tag: INSTANCE,
    body: InstanceAction,
    example: { action: 'emailteam', target: 'team', subject: 'Freezer 3', body: 'It is being defrosted on Friday.' },
    status: 201,
    errors: [403, 404],
  }),
  forgotPassword: endpoint({
    name: 'postPasswordForgot',
    method: 'POST',
    path: '/password/forgot',
    access: 'public',
    summary: 'Ask for an e-mail with a link to set a new password',
    details: 'The answer is the same whether or not an account has this address.',
    tag: { name: 'Session', about: 'Signing in and out with a cookie.' },
    body: ForgottenPassword,
    example: { email: 'ada@example.org' },
    status: 202,
    errors: [],
  }),
}
