import { z } from 'zod'
import { AUDIT_SUBJECTS } from './audit-subjects.ts'
import { EntityType, Id, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { ADMINISTRATION } from './operation-groups.ts'
import { says } from './refusals/schema.ts'

export const AuditEvent = z
  .object({
    id: Id,
    at: Timestamp,
    userid: Id.nullable().meta({ description: 'Who; null for the system itself' }),
    fullname: z.string().nullable(),
    via: z.string().meta({ description: 'With what: apikey:7, session:3, cli, system' }),
    address: z.string(),
    subject: z.string(),
    subject_id: Id,
    entity_id: Id.nullable().meta({ description: 'The entry it belongs to, if it belongs to one' }),
    entity_type: EntityType.nullable().meta({ description: 'The type of that entry' }),
    entity_title: z.string().nullable().meta({ description: 'Its title of today; null if you may not read it' }),
    verb: z.string(),
    fields: z.string().meta({ description: 'Names of what changed, comma separated' }),
    changes: z
      .string()
      .nullable()
      .meta({ description: 'JSON of the values before and after; null for entries, whose content is their readers’' }),
    reason: z.string().nullable(),
  })
  .register(namedRecords, { name: 'AuditEvent', description: 'One line of the audit trail' })
export type AuditEvent = z.infer<typeof AuditEvent>

export const AuditPage = z
  .object({
    events: z.array(AuditEvent),
    next: z.int().nullable().meta({ description: 'Value of `before` for what is older; null at the end' }),
  })
  .register(namedRecords, { name: 'AuditPage', description: 'A page of the audit trail' })
export type AuditPage = z.infer<typeof AuditPage>

const Whole = z.string().regex(/^\d{0,15}$/, says('field.not_number'))
const Day = z.string().regex(/^(\d{4}-\d\d-\d\d)?$/, says('field.not_date'))

export const AuditQuery = z.object({
  before: Whole.optional()
    .transform((text) => (text ? Number(text) : undefined))
    .meta({ type: 'integer', description: 'Only events with a smaller id' }),
  limit: Whole.optional()
    .transform((text) => Math.min(Math.max(Number(text || 100), 1), 1000))
    .meta({ type: 'integer', minimum: 1, maximum: 1000 }),
  subject: z
    .union([z.literal(''), z.enum(AUDIT_SUBJECTS)], says('instance.not_subject'))
    .optional()
    .transform((subject) => subject || undefined)
    .meta({ type: 'string', enum: AUDIT_SUBJECTS }),
  userid: Whole.optional()
    .transform((text) => (text ? Math.min(Number(text), 2_147_483_647) : undefined))
    .meta({ type: 'integer', description: 'Only what this person did' }),
  from: Day.optional().meta({ description: 'Not before this day' }),
  to: Day.optional().meta({ description: 'Not after this day' }),
  q: Text.optional().meta({ description: 'Part of what was done, or of the address it came from' }),
})
export type AuditQuery = z.output<typeof AuditQuery>

export const audit = {
  list: endpoint({
    name: 'getAudit',
    method: 'GET',
    noStore: true,
    path: '/audit',
    summary: 'What was done by whom, newest first. For sysadmins',
    tag: ADMINISTRATION,
    query: AuditQuery,
    reply: AuditPage,
    status: 200,
    errors: [403],
  }),
}
