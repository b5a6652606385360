import { z } from 'zod'
import { Flag, Id, Paging, PathId, SwitchInput, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { NAME_LIMIT } from './limits.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'
import { readSize } from './size.ts'

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
  enforce_required_fields: Flag.meta({
    description:
      'Required extra fields cannot be emptied, go one at a time, and are filled in before a status, lock or archive',
  }),
  require_change_reason: Flag.meta({
    description: 'Whoever changes an entry says why, in the header X-Change-Reason',
  }),
  files_quota: z
    .int()
    .nullable()
    .meta({ description: 'Bytes its files may amount to; 0: no limit. Null: what the setting FILES_TEAM_QUOTA says' }),
  created_at: Timestamp,
})
export type Team = z.infer<typeof Team>

const TeamWithFiles = Team.extend({
  files_bytes: z.int().meta({ description: 'Bytes its files amount to; identical contents count each time' }),
  files_limit: z.int().meta({ description: 'Bytes they may amount to, of its own or by the setting; 0: no limit' }),
})

/** A team as it is read. Only its admins and sysadmins see the size of its files. */
export const ReadTeam = TeamWithFiles.partial({ files_bytes: true, files_limit: true }).register(namedRecords, {
  name: 'Team',
  description: 'A team',
})
export type ReadTeam = z.infer<typeof ReadTeam>

/** A list row: everything for sysadmins, id and name for others. */
export const ListedTeam = TeamWithFiles.partial()
  .required({ id: true, name: true })
  .register(namedRecords, { name: 'ListedTeam', description: 'A team as lists show it' })
export type ListedTeam = z.infer<typeof ListedTeam>

const MOST_CHARACTERS = NAME_LIMIT.most
const MOST_BANNER_CHARACTERS = 20_000

const Name = Text.min(1).max(MOST_CHARACTERS)

const html = (most: number) => Text.max(most).nullable().meta({ description: 'HTML, which is cleaned. Empty: null' })

export const NewTeam = z.object({
  name: Name.optional().meta({ description: 'Default: A new team' }),
  action: z.literal('create').optional(),
})

const Days = z
  .union([z.int(), z.string().regex(/^\d{1,9}$/)], says('team.not_days'))
  .transform(Number)
  .refine((days) => days >= 0 && days <= 100_000, says('team.days_between', { least: 0, most: 100_000 }))
  .meta({ type: 'integer', minimum: 0, maximum: 100_000, description: 'Days' })

const MOST_BYTES = Number.MAX_SAFE_INTEGER

/** Sizes with units are for people who type them, such as on the command line. */
const FilesQuota = z
  .union([z.int(), z.string(), z.null()], says('team.not_bytes'))
  .transform((value) => (value === null || value === '' ? null : typeof value === 'number' ? value : readSize(value)))
  .refine(
    (bytes) => bytes === null || (bytes !== undefined && bytes >= 0 && bytes <= MOST_BYTES),
    says('team.not_size', { example: '20G' }),
  )
  .transform((bytes) => bytes ?? null)
  .meta({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: MOST_BYTES,
    description: 'For sysadmins. Bytes its files may amount to; 0: no limit. Null: what the setting says',
  })

/** The attributes of a team that can be changed. All of a request are changed, or none. */
export const TeamAttributes = z
  .strictObject({
    name: Name,
    orgid: Name.nullable(),
    visible: SwitchInput,
    user_create_tag: SwitchInput,
    force_exp_tpl: SwitchInput,
    force_res_tpl: SwitchInput,
    users_canwrite_experiments: SwitchInput,
    users_canwrite_experiments_categories: SwitchInput,
    users_canwrite_experiments_status: SwitchInput,
    users_canwrite_experiments_templates: SwitchInput,
    users_canwrite_resources: SwitchInput,
    users_canwrite_resources_categories: SwitchInput,
    users_canwrite_resources_status: SwitchInput,
    users_canwrite_resources_templates: SwitchInput,
    announcement: html(MOST_CHARACTERS),
    newcomer_threshold: Days,
    newcomer_banner: html(MOST_BANNER_CHARACTERS),
    newcomer_banner_active: SwitchInput,
    onboarding_email_active: SwitchInput,
    onboarding_email_subject: html(MOST_CHARACTERS),
    onboarding_email_body: html(MOST_BANNER_CHARACTERS),
    capture_container_deletion_reason: SwitchInput,
    enforce_required_fields: SwitchInput,
    require_change_reason: SwitchInput,
    files_quota: FilesQuota,
  })
  .partial()
export type TeamAttributes = z.output<typeof TeamAttributes>

const SendOnboardingEmails = z.strictObject({
  action: z.literal('sendonboardingemails'),
  userids: z.array(z.int(), says('team.not_users')).max(10_000, says('field.at_most', { most: 10_000 })),
})

/** Attributes, or the one action. */
export const TeamPatch = z.discriminatedUnion(
  'action',
  [SendOnboardingEmails, TeamAttributes.extend({ action: z.literal('update').optional() })],
  says('field.either', { choices: ['update', 'sendonboardingemails'] }),
)
export type TeamPatch = z.output<typeof TeamPatch>

const tag = { name: 'Teams', about: 'Teams and their settings.' }

export const teams = {
  list: endpoint({
    name: 'getTeams',
    method: 'GET',
    access: 'account',
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
    example: { name: 'Protein lab' },
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
    reply: ReadTeam,
    status: 200,
    errors: [403, 404],
  }),
  patch: endpoint({
    name: 'patchTeam',
    method: 'PATCH',
    path: '/teams/:id',
    summary: 'Change a team. For its admins and for sysadmins',
    tag,
    params: z.object({ id: PathId }),
    body: TeamPatch,
    example: { announcement: 'The cold room is closed on Friday.', user_create_tag: 0 },
    reply: ReadTeam,
    status: 200,
    errors: [403, 404, 412, 422],
  }),
  remove: endpoint({
    name: 'deleteTeam',
    method: 'DELETE',
    path: '/teams/:id',
    summary: 'Delete a team in which there is nobody, and no experiment or resource but deleted ones',
    tag,
    params: z.object({ id: PathId }),
    status: 204,
    errors: [403, 404, 412],
  }),
}
