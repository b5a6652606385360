import { z } from 'zod'
import { namedRecords } from './named-records.ts'

const number = (description: string) => z.int().meta({ description })

const KindCount = z.object({
  there: number('As many as the keys can read there'),
  hidden: number('Those of which the other server says that they exist, and that no key can read'),
  here: number('As many as are here now'),
  made: number('Those that are new here, or would be'),
  updated: number('Those that changed there since, and here now'),
  same: number('Those that were here already'),
  conflicts: number('Those that changed on both sides, which stay as they are here'),
  failed: number('Those that could not come'),
})

/** What a move did, and what could not come. It never holds a key. */
export const MoveInReport = z
  .object({
    source: z
      .object({
        address: z.string().meta({ description: 'Where the other server is' }),
        version: z.string().meta({ description: 'What it is: eLabFTW 5.6.12' }),
      })
      .meta({ description: 'The other server' }),
    dry_run: z.boolean().meta({ description: 'It only looked, and made nothing' }),
    as: number('Id of the sysadmin here who answers for it'),
    started_at: z.string().meta({ description: 'An instant in UTC' }),
    ended_at: z.string().meta({ description: 'An instant in UTC' }),
    keys: z
      .array(
        z.object({
          number: number('Which of the keys, from 1'),
          userid: number('Id of its owner there'),
          name: z.string().meta({ description: 'Name of its owner' }),
          team: number('Id of its team there'),
          is_sysadmin: z.boolean().meta({ description: 'Its owner is a sysadmin there' }),
        }),
      )
      .meta({ description: 'Whose keys they were' }),
    counts: z.record(z.string(), KindCount).meta({ description: 'By kind: teams, people, experiments …' }),
    files: z
      .object({
        there: number('Files of the entries that were read'),
        brought: number('Files that came'),
        compared: number('Those whose hash could be compared'),
        differing: number('Those with another hash than the other server tells'),
        missing: number('Those whose content the other server has lost'),
        bytes: number('Their size'),
      })
      .meta({ description: 'What became of files' }),
    parts: z.record(z.string(), z.int()).meta({ description: 'Comments, steps, links … that came' }),
    people: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name there' }),
          email: z.string(),
          userid: number('Id there'),
          here: z.int().nullable().meta({ description: 'Id of their account here; null: one is made' }),
          fullname: z.string().nullable().meta({ description: 'Name of that account; null: one is made' }),
        }),
      )
      .meta({ description: 'Who becomes whom; the first ones' }),
    people_total: number('How many people these are'),
    problems_total: number('How many problems there are'),
    problems: z
      .array(
        z.object({
          kind: z.string().meta({ description: 'What it is about: people, experiments …' }),
          id: z.int().nullable().meta({ description: 'Its id there' }),
          title: z.string().meta({ description: 'Its title or name there' }),
          code: z.string().meta({ description: 'What could not come, for a program' }),
          detail: z.string().meta({ description: 'What it is about, in words of the other server' }),
          message: z.string().meta({ description: 'The code in words' }),
        }),
      )
      .meta({ description: 'What could not come as it is there; the first ones' }),
  })
  .register(namedRecords, { name: 'MoveInReport', description: 'What a move found or made, and what could not come' })
export type MoveInReport = z.output<typeof MoveInReport>
