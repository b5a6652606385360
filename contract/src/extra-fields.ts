import { z } from 'zod'
import { MAX_ID, Paging } from './common.ts'
import { endpoint } from './endpoint.ts'

export const ExtraFieldsKey = z.object({
  extra_fields_key: z.string().meta({ description: 'The name of an extra field' }),
  frequency: z.int().meta({ description: 'On how many experiments and resources that you may read' }),
})
export type ExtraFieldsKey = z.infer<typeof ExtraFieldsKey>

const MOST = 9_999_999

/** Here a limit of 0, or an invalid one, means the person's preferred page size, and -1 means everything. */
export const ExtraFieldsKeysQuery = Paging.extend({
  q: z.string().optional().meta({ description: 'Part of the name, whatever its case and accents' }),
  limit: z
    .string()
    .optional()
    .transform((text) => {
      const limit = Number(text ?? 0)
      return Number.isInteger(limit) && limit >= -1 && limit <= MOST ? limit : 0
    })
    .meta({
      type: 'integer',
      minimum: -1,
      maximum: MAX_ID,
      description: 'Absent or 0: as many as you prefer on a page. -1: all of them',
    }),
})
export type ExtraFieldsKeysQuery = z.output<typeof ExtraFieldsKeysQuery>

const tag = { name: 'Extra fields', about: 'Names of extra fields that are in use.' }
export const extraFields = {
  keys: endpoint({
    name: 'getExtraFieldsKeys',
    method: 'GET',
    access: 'account',
    path: '/extra_fields_keys',
    summary: 'The names of extra fields on experiments and resources that you may read, the most frequent ones first',
    tag,
    query: ExtraFieldsKeysQuery,
    reply: z.array(ExtraFieldsKey),
    status: 200,
    errors: [],
    list: true,
  }),
}
