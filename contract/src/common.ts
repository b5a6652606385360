import { z } from 'zod'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

/** The largest id that the database can hold. */
export const MAX_ID = 2_147_483_647

/**
 * An id in a path. Only whole non-negative numbers pass: `abc`, `-1` and `12abc` are refused here; `0` and unknown
 * numbers are "not found" later. The server replaces `me` and `current` first.
 */
export const PathId = z
  .string()
  .regex(/^\d+$/, says('field.not_positive'))
  .transform((text) => (Number(text) > MAX_ID ? 0 : Number(text)))
  .meta({ type: 'integer', minimum: 1 })

/**
 * The same with a description for the documentation: `idOf('comment')`. Entries, people and teams have theirs already.
 */
export function idOf(what: string) {
  return PathId.meta({ description: `Id of the ${what}` })
}

export const Id = z.int()

/** Grants beside the base level, as clients send them. Answers contain the same as JSON text. */
export const Permission = z
  .object({
    teams: z.array(Id).meta({ description: 'Ids of teams' }),
    teamgroups: z.array(Id).meta({ description: 'Ids of groups of teams' }),
    users: z.array(Id).meta({ description: 'Ids of people' }),
  })
  .register(namedRecords, { name: 'Permission', description: 'Who has a right beside the base level' })

/** Any JSON object. */
export const JsonObject = z.record(z.string(), z.unknown())
export const Flag = z.literal([0, 1])

/** `YYYY-MM-DD HH:MM:SS` in the instance's time zone. */
export const Timestamp = z.string().meta({ description: 'YYYY-MM-DD HH:MM:SS in the time zone of the instance' })
export const DateText = z.string().meta({ format: 'date' })

const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * A time with its zone, `2026-03-02T10:15:40+01:00`, converted to the form of the journal. An unescaped plus in a URL
 * arrives as a blank.
 */
export const Instant = z
  .string()
  .transform((text) => text.replace(/ (?=\d\d:\d\d$)/, '+'))
  .pipe(z.iso.datetime({ offset: true, ...says('field.not_instant', { example: '2026-03-02T10:15:40Z' }) }))
  // Later times have more digits and would sort before all others.
  .transform((text) => new Date(Math.min(Date.parse(text), LAST_INSTANT)).toISOString())
  .meta({ type: 'string', format: 'date-time' })

/** Text that both databases can store: no NUL, no lone surrogates. */
export const Text = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'), says('field.unstorable'))

/** A flag in any form that programs send: 0/1, true/false, "0"/"1". */
export const FlagInput = z
  .union([z.boolean(), z.literal([0, 1]), z.literal(['0', '1'])], says('field.either', { choices: [0, 1] }))
  .transform((value) => (value === true || value === 1 || value === '1' ? 1 : 0) as 0 | 1)
  .meta({ type: 'integer', enum: [0, 1] })

/** A switch in any form that programs send: "off", "", 0, "0" and false are off, any other number or text is on. */
export const SwitchInput = z
  .union([z.boolean(), z.number(), z.string()], says('field.either', { choices: [0, 1] }))
  .transform((value) => (OFF.includes(value) ? 0 : 1) as 0 | 1)
  .meta({ type: 'integer', enum: [0, 1] })

const OFF: readonly unknown[] = [false, 0, '0', 'off', '']

/**
 * `limit` and `offset` of every list. Odd values mean "no limit", as programs expect: absent, 0, not a number; negative
 * or absurdly large ones fall back to 15.
 */
export const Paging = z.object({
  limit: z
    .string()
    .optional()
    .transform((text) => {
      const limit = Number(text ?? 0)
      if (!Number.isInteger(limit)) return 0
      return limit < 0 || limit > 9_999_999 ? 15 : limit
    })
    .meta({ type: 'integer', minimum: 0, description: 'Page size. Absent or 0: everything.' }),
  offset: z
    .string()
    .optional()
    .transform((text) => {
      const offset = Number(text ?? 0)
      return Number.isInteger(offset) && offset > 0 ? Math.min(offset, MAX_ID) : 0
    })
    .meta({ type: 'integer', minimum: 0, description: 'Rows to skip, together with a limit.' }),
})
export type Paging = z.output<typeof Paging>

/** The body of every refusal. */
export const ErrorBody = z.object({
  code: z.int().meta({ description: 'The HTTP status' }),
  message: z.string().meta({ description: 'What is wrong, for a person. The words may change, `reason` does not' }),
  description: z.string().meta({ description: 'Detail, or empty' }),
  reason: z.string().meta({ description: 'What is wrong, for a program: `comment.not_author`' }),
  field: z.string().optional().meta({ description: 'What it is about: an attribute, a parameter or a header' }),
  params: z
    .record(z.string(), z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))
    .optional()
    .meta({ description: 'What is filled in in the message: `{ "most": 255 }`' }),
  current: z.unknown().optional().meta({ description: 'With 412: the record as it is now' }),
  position: z.int().optional().meta({ description: 'With 400, of a query that cannot be understood: where in it' }),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The entity types: experiments, resources, and the templates of each. */
export const EntityType = z.enum(['experiments', 'items', 'experiments_templates', 'items_types'])
export type EntityType = z.infer<typeof EntityType>
