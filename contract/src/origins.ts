import { z } from 'zod'
import { Id } from './common.ts'
import { namedRecords } from './named-records.ts'

const Moment = z.string().nullable().meta({ description: 'An instant, ISO 8601; null: the source does not say' })

/** What the source of an import says about who wrote something, and when. Aliquot has not seen it happen. */
export const Origin = z
  .object({
    name: z.string().nullable().meta({ description: 'Who wrote it, as the source says' }),
    email: z.string().nullable(),
    orcid: z.string().nullable(),
    created_at: Moment,
    modified_at: Moment,
    userid: Id.meta({ description: 'Who imported it' }),
    fullname: z.string().meta({ description: 'Their name' }),
  })
  .register(namedRecords, {
    name: 'Origin',
    description: 'What the source of an import says about who wrote it, and when',
  })
export type Origin = z.output<typeof Origin>

export const EntryOrigin = z
  .object({
    ...Origin.shape,
    locked_at: Moment.meta({ description: 'When it was locked there; null: it was not, or the source does not say' }),
    locked_by: z.string().nullable().meta({ description: 'Who had locked it there' }),
  })
  .register(namedRecords, {
    name: 'EntryOrigin',
    description: 'What the source of an import says about an entry',
  })
export type EntryOrigin = z.output<typeof EntryOrigin>
