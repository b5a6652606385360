import { z } from 'zod'
import { Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { NewPassword } from './users.ts'

export const SetupState = z.object({
  needed: z.boolean().meta({ description: 'True while nobody has an account' }),
  login_announcement: z
    .string()
    .nullable()
    .meta({ description: 'What sysadmins tell whoever signs in, as clean HTML' }),
  sends_password_links: z.boolean().meta({ description: 'True: who forgot their password can get a link by e-mail' }),
  min_password_length: z.int().meta({ description: 'The fewest characters of a new password' }),
  password_complexity_requirement: z.int().meta({
    description:
      'What a new password must have: 0 nothing, 10 large and small letters, 20 digits too, 30 other signs too',
  }),
})
export type SetupState = z.infer<typeof SetupState>

export const SetupInput = z.object({
  token: Text.min(1).max(200),
  firstname: Text.min(1).max(255),
  lastname: Text.min(1).max(255),
  email: Text.min(1).max(255),
  password: NewPassword,
  team_name: Text.max(255).optional().meta({ description: 'New name of the first team' }),
})
export type SetupInput = z.infer<typeof SetupInput>

const tag = { name: 'Setup', about: 'The first account of a new instance.' }
const here = { path: '/setup', tag, access: 'public' } as const

export const setup = {
  read: endpoint({
    ...here,
    name: 'getSetup',
    method: 'GET',
    summary: 'What is to be known before anybody has signed in',
    reply: SetupState,
    status: 200,
    errors: [],
  }),
  complete: endpoint({
    ...here,
    name: 'postSetup',
    method: 'POST',
    summary: 'Make the first account, with the token that the server printed at its start',
    body: SetupInput,
    example: {
      token: 'token from the set-up link',
      firstname: 'Ada',
      lastname: 'Moreau',
      email: 'ada@example.org',
      password: 'a long password',
    },
    setsCookie: true,
    status: 201,
    errors: [403],
  }),
}
