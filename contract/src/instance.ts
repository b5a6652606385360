import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Info = z
  .object({
    elabftw_version: z.string().meta({ description: 'Level of the API that the service speaks' }),
    elabftw_version_int: z.int().meta({ description: 'The same as a number: 5.6.12 is 50612' }),
    aliquot_version: z.string().meta({ description: 'Version of the program itself' }),
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
export type Info = z.infer<typeof Info>

export const instance = {
  info: endpoint({
    name: 'getInfo',
    method: 'GET',
    path: '/info',
    summary: 'Versions and counts of this instance',
    tag: 'Instance',
    reply: Info,
    status: 200,
    errors: [],
  }),
}
