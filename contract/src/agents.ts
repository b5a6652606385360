import { z } from 'zod'
import { EntityType, Id, idOf, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

const Count = z.int().min(0).max(1_000_000_000)

/** The program that watches folders on the computer of an instrument. */
export const Agent = z
  .object({
    id: Id,
    name: z.string(),
    host: z.string().meta({ description: 'The computer on which it runs, as it says' }),
    version: z.string().meta({ description: 'Of the program' }),
    userid: Id.meta({ description: 'The owner of its API key' }),
    fullname: z.string(),
    team: Id,
    team_name: z.string(),
    apikey: Id.nullable().meta({ description: 'Id of the API key that it used last' }),
    interval: z.int().meta({ description: 'It reports at least this often, in seconds' }),
    waiting: z.int().meta({ description: 'Files that wait to be sent' }),
    errors: z.int().meta({ description: 'Files that it could not deposit' }),
    last_error: z.string().meta({ description: 'The newest of these, in words; empty: none' }),
    created_at: Timestamp.meta({ description: 'The first contact' }),
    last_seen_at: Timestamp.meta({ description: 'The last contact' }),
    is_silent: z.boolean().meta({ description: 'It has not reported for longer than it should' }),
    has_ended: z.boolean().meta({ description: 'It ended on purpose, so it is never silent: `aliquot watch --once`' }),
  })
  .register(namedRecords, { name: 'Agent', description: 'A program that brings files of an instrument' })
export type Agent = z.infer<typeof Agent>

const Report = z.object({
  name: Text.min(1).max(100).meta({ description: 'Tells agents of one person apart' }),
  host: Text.max(255).meta({ description: 'The computer on which it runs' }),
  version: Text.max(50).meta({ description: 'Of the program' }),
  interval: z
    .int()
    .min(10)
    .max(7 * 86_400)
    .meta({ description: 'The next report comes within so many seconds' }),
  waiting: Count.meta({ description: 'Files that wait to be sent' }),
  errors: Count.meta({ description: 'Files that could not be deposited' }),
  last_error: Text.max(500).optional().meta({ description: 'The newest error, in words' }),
  has_ended: z.boolean().optional().meta({ description: 'True: the agent ends now, and no other report follows' }),
})
export type AgentReport = z.output<typeof Report>

const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, says('field.wrong_format'))
  .transform((text) => text.toLowerCase())

/** A file that the asker added. */
export const Deposit = z
  .object({
    id: Id.meta({ description: 'Id of the file' }),
    entity_type: EntityType,
    entity_id: Id,
    real_name: z.string().meta({ description: 'Name of the file' }),
    filesize: z.int().meta({ description: 'Bytes' }),
    sha256: z.string().meta({ description: 'SHA-256 of the content, hex' }),
    state: z.int().meta({ description: '1 normal, 2 archived, 3 deleted' }),
  })
  .register(namedRecords, { name: 'Deposit', description: 'A file that you added, found by its content' })
export type Deposit = z.infer<typeof Deposit>

export const DepositTarget = z
  .object({ type: EntityType, id: Id, elabid: z.string().nullable().meta({ description: 'Permanent id' }) })
  .register(namedRecords, { name: 'DepositTarget', description: 'An entry to which you may add files' })
export type DepositTarget = z.infer<typeof DepositTarget>

const MadeType = z.enum(['experiments', 'items'], says('field.one_of', { choices: ['experiments', 'items'] }))

const tag = {
  name: 'Instruments',
  about: 'For the program that watches folders of instruments (`aliquot watch`), and to see how it is doing.',
}

export const agents = {
  list: endpoint({
    tag,
    path: '/agents',
    name: 'getAgents',
    method: 'GET',
    access: 'account',
    noStore: true,
    summary: 'The agents that report with your keys; for admins those of the team, for sysadmins all',
    query: Paging,
    reply: z.array(Agent),
    status: 200,
    errors: [],
    list: true,
  }),
  report: endpoint({
    tag,
    path: '/agents',
    name: 'postAgents',
    method: 'POST',
    access: 'account',
    summary: 'Tell how an agent is doing. Its first report adds it to the list',
    body: Report,
    example: { name: 'Balance 2.14', host: 'balance-pc', version: '0.1.0', interval: 60, waiting: 3, errors: 0 },
    status: 204,
    errors: [403, 422],
  }),
  remove: endpoint({
    tag,
    path: '/agents/:id',
    params: z.object({ id: idOf('agent') }),
    name: 'deleteAgent',
    method: 'DELETE',
    summary: 'Take an agent off the list. It is back with its next report',
    status: 204,
    errors: [403],
  }),
}

export const deposits = {
  find: endpoint({
    tag,
    path: '/deposits',
    name: 'getDeposits',
    method: 'GET',
    access: 'account',
    summary: 'Files with this content that you added; with a deposit key, where it may deposit',
    query: Paging.extend({
      sha256: Hash.optional().meta({ description: 'SHA-256 of the content, hex. Absent: no files', type: 'string' }),
      entity_id: PathId.optional().meta({ type: 'integer', description: 'Only files of this entry' }),
    }),
    reply: z.array(Deposit),
    status: 200,
    errors: [],
    list: true,
  }),
  targets: endpoint({
    tag,
    path: '/deposit_targets',
    name: 'getDepositTargets',
    method: 'GET',
    access: 'account',
    summary: 'Find an entry to which you may add files; a deposit key finds those that it made or was pointed to',
    details: 'Name one of `id`, `elabid`, `custom_id` and `newest_of`. Several entries may have the same custom id.',
    query: Paging.extend({
      entity_type: MadeType.optional().meta({ description: 'Default: experiments. Of no use with elabid' }),
      id: PathId.optional().meta({ type: 'integer', description: 'Id of the entry' }),
      elabid: Text.max(255).optional().meta({ description: 'Permanent id of the entry' }),
      custom_id: PathId.optional().meta({ type: 'integer', description: 'Custom id of the entry' }),
      newest_of: Text.max(255)
        .optional()
        .meta({
          description:
            'E-mail address of a person: their newest experiment that is neither locked, archived nor deleted. ' +
            'Nothing is found if you may not add files to this one, even if you may to an older one',
        }),
    }),
    reply: z.array(DepositTarget),
    status: 200,
    errors: [],
    list: true,
  }),
}
