import { z } from 'zod'
import { DateText } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { INSTANCE } from './operation-groups.ts'

export const Info = z
  .object({
    elabftw_version: z.string().meta({ description: 'Level of the API that the service speaks' }),
    elabftw_version_int: z.int().meta({ description: 'The same as a number: 5.6.12 is 50612' }),
    aliquot_version: z.string().meta({ description: 'Version of the program itself' }),
    allowed_levels: z.array(z.int()).meta({ description: 'Base levels of permissions that may be set' }),
    ts_balance: z.int().meta({ description: 'Time stamps left to use' }),
    ts_limit: z.int(),
    uploads_filesize_sum: z.int().meta({ description: 'Size of all uploaded files, in bytes' }),
    uploads_filesize_sum_formatted: z.string(),
    all_users_count: z.int(),
    active_users_count: z.int().meta({ description: 'Validated users who are active in at least one team' }),
    items_count: z.int(),
    teams_count: z.int(),
    compounds_count: z.int(),
    experiments_count: z.int().meta({ description: 'Deleted ones included' }),
    experiments_timestamped_count: z.int(),
    entities_timestamped_count_last_30_days: z.int(),
  })
  .meta({ title: 'Info' })
  .register(namedRecords, { name: 'Info', description: 'Versions and counts of the instance' })
export type Info = z.infer<typeof Info>

export const Bucket = z
  .object({
    bucket_start: DateText.meta({ description: 'First day, in UTC' }),
    total: z.int().meta({ description: 'How many there were at the end of it' }),
  })
  .register(namedRecords, { name: 'Bucket', description: 'One part of the time since the first day' })
export type Bucket = z.infer<typeof Bucket>

const Growth = z.array(Bucket).nullable().meta({ description: 'Null when there is nothing' })

/** How the instance grew: the time from the first day until today in equal parts. */
export const Histogram = z
  .object({ experiments: Growth, items: Growth, users: Growth })
  .meta({ title: 'Histogram' })
  .register(namedRecords, { name: 'Histogram', description: 'How the instance grew' })
export type Histogram = z.infer<typeof Histogram>

const COLUMNS = { usual: 120, most: 1000 }

export const InfoQuery = z.object({
  hist: z
    .string()
    .optional()
    .transform((text) => text !== undefined && !['0', 'false', 'off'].includes(text))
    .meta({ type: 'boolean', description: 'How the instance grew, in place of the counts' }),
  columns: z
    .string()
    .optional()
    .transform((text) => {
      const columns = Number(text ?? COLUMNS.usual)
      return Number.isInteger(columns) && columns >= 1 && columns <= COLUMNS.most ? columns : COLUMNS.usual
    })
    .meta({ type: 'integer', minimum: 1, maximum: COLUMNS.most, description: 'In how many parts, at most' }),
})

export const instance = {
  info: endpoint({
    name: 'getInfo',
    method: 'GET',
    access: 'account',
    path: '/info',
    summary: 'Versions and counts of this instance',
    tag: INSTANCE,
    query: InfoQuery,
    reply: z.union([Info, Histogram]),
    shown: { reply: Info },
    hidden: ['hist', 'columns'],
    status: 200,
    errors: [],
  }),
  growth: endpoint({
    name: 'getInfoGrowth',
    method: 'GET',
    access: 'account',
    path: '/info/growth',
    summary: 'How the instance grew from its first day until today',
    details: 'The same as `hist=1` in the query of `/info`.',
    tag: INSTANCE,
    query: InfoQuery.pick({ columns: true }),
    reply: Histogram,
    status: 200,
    errors: [],
  }),
}
