import { z } from 'zod'
import { EntityType, Id, Paging, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { ENTRIES } from './operation-groups.ts'

export const CodedEntry = z
  .object({
    type: EntityType,
    id: Id,
    title: z.string(),
    state: z.int().meta({ description: '1 normal, 2 archived, 3 deleted' }),
  })
  .register(namedRecords, { name: 'CodedEntry', description: 'An entry that a code means' })
export type CodedEntry = z.output<typeof CodedEntry>

/** No code of an entry is longer. */
export const MOST_IN_CODE = 1000

export const codes = {
  read: endpoint({
    name: 'getEntriesOfCode',
    method: 'GET',
    access: 'account',
    path: '/entries_of_code',
    summary: 'The entries that a code means, as a scanner reads it; those that you may read',
    details:
      'A code is an address of an entry here, also a short or a public one, a custom id, a permanent id or `#` and an id. Several entries may ' +
      'have the same custom id: the newest are first. A number that is no custom id is an id.',
    tag: ENTRIES,
    query: Paging.extend({
      code: Text.max(MOST_IN_CODE).optional().meta({ description: 'What the code says. Absent: no entries' }),
    }),
    reply: z.array(CodedEntry),
    status: 200,
    errors: [],
    list: true,
  }),
}
