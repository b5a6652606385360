import { change } from '../src/change.ts'
import type { Context } from '../src/context.ts'
import type { Db } from '../src/db/schema.ts'
import { LABEL_KIND } from '../src/features/labels/labels.kinds.ts'
import { insertLabels } from '../src/features/labels/labels.service.ts'
import { provideTags } from '../src/features/tags/tags.set.ts'
import { addTeam } from '../src/features/teams/teams.service.ts'
import { addMembership } from '../src/features/users/users.memberships.ts'
import { addUser } from '../src/features/users/users.service.ts'
import type { Author } from '../src/journal/record.ts'
import { pickSkewed, type Random, random } from './random.ts'

/** A seeded team: its people, tags and labels. */
export interface SeededTeam {
  id: number
  people: number[]
  tags: SeededTag[]
  /** The ids of categories and status, by kind. */
  labels: Record<number, number[]>
}

export interface SeededTag {
  id: number
  tag: string
}

export interface Size {
  teams: number
  users: number
}

export const SEEDER: Author = { userid: null, via: 'cli', address: '' }
const TAGS_OF_A_TEAM = 200
const LABELS_OF_A_KIND = 8
const MOST_IN_A_CHANGE = 100

/** Whether an earlier run has created such people. */
export async function hasPeople(db: Db): Promise<boolean> {
  const first = await db.selectFrom('users').select('userid').where('email', '=', emailOf(0)).executeTakeFirst()
  return first !== undefined
}

function emailOf(number: number): string {
  return `person${number}@example.org`
}

/** Creates teams with people, tags, categories and status. The first teams are the largest. */
export async function makeWorld(ctx: Context, { teams, users }: Size): Promise<SeededTeam[]> {
  const pick = random(teams + users)
  const world: SeededTeam[] = []
  for (let number = 1; number <= teams; number++) world.push(await makeTeam(ctx, number))
  for (let first = 0; first < users; first += MOST_IN_A_CHANGE) {
    await addPeople(ctx, world, { first, last: Math.min(users, first + MOST_IN_A_CHANGE), pick })
  }
  return world.filter((team) => team.people.length > 0)
}

function makeTeam(ctx: Context, number: number): Promise<SeededTeam> {
  return change(ctx, SEEDER, async (work) => {
    const { id } = await addTeam(work, `Group ${number}`)
    const labels: SeededTeam['labels'] = {}
    for (const kind of Object.values(LABEL_KIND)) {
      const rows = Array.from({ length: LABELS_OF_A_KIND }, (_, ordering) => ({
        kind,
        team: id,
        title: `${LABEL_NAMES[ordering]}`,
        color: COLORS[ordering] ?? '29aeb9',
        ordering: ordering + 10,
      }))
      labels[kind] = await insertLabels(work, rows)
    }
    const names = Array.from({ length: TAGS_OF_A_TEAM }, (_, tag) => `topic ${tag}`)
    const admin = { ...SEEDER, userid: 0, team: id, teams: [id] }
    const tags = await provideTags(work, { ...admin, isAdmin: true, isSysadmin: false, canWrite: true }, id, names)
    return { id, people: [], tags: [...tags].map((tag, index) => ({ id: tag, tag: names[index] ?? '' })), labels }
  })
}

const LABEL_NAMES = ['Cloning', 'Imaging', 'Synthesis', 'Cell culture', 'Sequencing', 'Analysis', 'Animals', 'Other']
const COLORS = ['29aeb9', '54aa08', 'c0c0c0', 'c24f3d', '5b6abf', 'a8642a', '7d4f8f', '3d6b52']

interface Some {
  first: number
  last: number
  pick: Random
}

function addPeople(ctx: Context, world: readonly SeededTeam[], { first, last, pick }: Some): Promise<void> {
  // Chosen before the change, which may run again after a conflict.
  const people = Array.from({ length: last - first }, (_, index) => {
    const number = first + index
    const teams = new Set([pickSkewed(pick, world), ...(pick() < 0.1 ? [pickSkewed(pick, world)] : [])])
    return { number, teams: [...teams], isAdmin: pick() < 0.05 }
  })
  return change(ctx, SEEDER, async (work) => {
    const made: [SeededTeam, number][] = []
    for (const { number, teams, isAdmin } of people) {
      const [home, ...others] = teams as [SeededTeam, ...SeededTeam[]]
      const { userid } = await addUser(work, {
        email: emailOf(number),
        firstname: FIRST[number % FIRST.length] as string,
        lastname: `${LAST[Math.floor(number / FIRST.length) % LAST.length]} ${number}`,
        team: home.id,
        isAdmin,
      })
      for (const team of others) await addMembership(work, userid, team.id, false)
      for (const team of teams) made.push([team, userid])
    }
    return made
  }).then((made) => {
    for (const [{ people: members }, userid] of made) members.push(userid)
  })
}

const FIRST = ['Ada', 'Bo', 'Chiara', 'Dmitri', 'Eun-ji', 'Farah', 'Goran', 'Hana', 'Iris', 'Jonas', 'Keiko', 'Luc']
const LAST = ['Moreau', 'Okafor', 'Lindqvist', 'Tanaka', 'Novak', 'García', 'Weiß', 'Kaya', 'Silva', 'O’Neill']
