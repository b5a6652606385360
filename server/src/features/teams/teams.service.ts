import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealTeam } from '../../journal/seals.ts'
import * as repo from './teams.repo.ts'

/** Numbers of the label kinds: categories and status, of experiments and of resources. */
export const LABEL_KIND = {
  experimentsCategory: 1,
  experimentsStatus: 2,
  resourcesCategory: 3,
  itemsStatus: 4,
} as const

const FIRST_STATUS = [
  { title: 'Running', color: '29aeb9' },
  { title: 'Success', color: '54aa08' },
  { title: 'Need to be redone', color: 'c0c0c0' },
  { title: 'Fail', color: 'c24f3d' },
]

export function createTeam(ctx: Context, author: Author, input: { name: string }): Promise<{ id: number }> {
  const name = input.name.trim()
  if (name === '') throw new InvalidInput('name: must not be empty')
  return change(ctx, author, (work) => addTeam(work, name))
}

/** A team with the status that every new team starts with. */
export async function addTeam(work: Change, name: string): Promise<{ id: number }> {
  const team = await repo.insert(work.db, { name, created_at: work.at })
  const status = FIRST_STATUS.map((label, index) => ({
    ...label,
    kind: LABEL_KIND.experimentsStatus,
    ordering: index + 1,
  }))
  await repo.insertLabels(
    work.db,
    status.map((label) => ({ ...label, team: team.id })),
  )
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'team',
    subjectId: team.id,
    verb: 'created',
    changes: { name: { after: name } },
    seal: sealTeam(team),
  })
  return { id: team.id }
}
