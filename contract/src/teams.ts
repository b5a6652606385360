import { z } from 'zod'
import { Flag, Id, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const Team = z.object({
  id: Id,
  name: z.string(),
  orgid: z.string().nullable(),
  visible: Flag,
  user_create_tag: Flag,
  force_exp_tpl: Flag,
  force_res_tpl: Flag,
  users_canwrite_experiments: Flag,
  users_canwrite_experiments_categories: Flag,
  users_canwrite_experiments_status: Flag,
  users_canwrite_experiments_templates: Flag,
  users_canwrite_resources: Flag,
  users_canwrite_resources_categories: Flag,
  users_canwrite_resources_status: Flag,
  users_canwrite_resources_templates: Flag,
  announcement: z.string().nullable(),
  newcomer_threshold: z.int().meta({ description: 'Days' }),
  newcomer_banner: z.string().nullable(),
  newcomer_banner_active: Flag,
  onboarding_email_active: Flag,
  onboarding_email_subject: z.string().nullable(),
  onboarding_email_body: z.string().nullable(),
  capture_container_deletion_reason: Flag,
  created_at: Timestamp,
})
export type Team = z.infer<typeof Team>

/** A row of the list: everything for sysadmins, id and name for everybody else. */
export const ListedTeam = Team.partial().required({ id: true, name: true })
export type ListedTeam = z.infer<typeof ListedTeam>

export const NewTeam = z.strictObject({
  name: Text.min(1, 'must not be empty')
    .max(255, 'must have at most 255 characters')
    .optional()
    .meta({ description: 'Default: A new team' }),
  action: z.literal('create', 'must be create').optional(),
})

const tag = 'Teams'

export const teams = {
  list: endpoint({
    name: 'getTeams',
    method: 'GET',
    path: '/teams',
    summary: 'List the teams',
    tag,
    query: Paging,
    reply: z.array(ListedTeam),
    status: 200,
    errors: [],
    list: true,
  }),
  add: endpoint({
    name: 'postTeams',
    method: 'POST',
    path: '/teams',
    summary: 'Make a team. For sysadmins',
    tag,
    body: NewTeam,
    status: 201,
    errors: [403],
  }),
  read: endpoint({
    name: 'getTeam',
    method: 'GET',
    path: '/teams/:id',
    summary: 'Read a team; `current` is the one you act in',
    tag,
    params: z.object({ id: PathId }),
    reply: Team,
    status: 200,
    errors: [403, 404],
  }),
}
