import type { EntityType } from '@aliquot/contract/common'
import { type Mentionable, MOST_MENTIONABLE } from '@aliquot/contract/mentions'
import type { Actor } from '../../access/actor.ts'
import type { ReadAccess } from '../../access/principals.ts'
import { readersAmong } from '../../access/readers.ts'
import { BASE } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { NotFound } from '../../errors.ts'
import { foldText } from '../../lib/text.ts'
import { requireReadable } from '../entries/entries.access.ts'
import { findPeople } from '../users/users.lookup.ts'
import { fullnameOf } from '../users/users.record.ts'
import * as repo from './mentions.repo.ts'

/** The most people of each source that are looked at. */
const MOST_LOOKED_AT = 300
const MOST_WORDS = 8

interface Candidate {
  userid: number
  fullname: string
  /** Members of the asker's team are offered even if they cannot read the entry. */
  isInTeam: boolean
}

/** People whose names have these letters: readers of the entry, then others of the actor's team. */
export async function findMentionable(
  ctx: Context,
  actor: Actor,
  { entity_type, id }: { entity_type: EntityType; id: number },
  letters: string,
): Promise<Mentionable[]> {
  const { read: db } = ctx.db
  await requireReadable(db, actor, entity_type, id)
  const [access] = await repo.findAccess(db, { id })
  if (!access) throw new NotFound('entry.not_found')
  const words = wordsOf(letters)
  const found = await candidates(db, actor, access, words)
  const readers = await readersAmong(
    db,
    access,
    found.map(({ userid }) => userid),
  )
  const offered = found.filter(({ userid, isInTeam }) => readers.has(userid) || isInTeam)
  const isReader = ({ userid }: Candidate) => (readers.has(userid) ? 0 : 1)
  const startsSo = ({ fullname }: Candidate) => (words.every((word) => hasStart(foldText(fullname), word)) ? 0 : 1)
  offered.sort(
    (a, b) => isReader(a) - isReader(b) || startsSo(a) - startsSo(b) || a.fullname.localeCompare(b.fullname, 'en'),
  )
  return offered
    .slice(0, MOST_MENTIONABLE)
    .map(({ userid, fullname }) => ({ userid, fullname, can_read: readers.has(userid) ? 1 : 0 }))
}

/** Each source is bounded: people named by the entry, the teams, and everybody if others may be readers. */
async function candidates(
  db: Db,
  actor: Actor,
  { team, userid, canread, canread_base }: ReadAccess,
  words: readonly string[],
): Promise<Candidate[]> {
  const lists = JSON.parse(canread) as Partial<Record<'users' | 'teams' | 'teamgroups', number[]>>
  const mayBeAnybody = canread_base >= BASE.organization || [lists.teams, lists.teamgroups].some((list) => list?.length)
  const members = (of: number) => findPeople(db, { words, place: { team: of, is_archived: 0 } }, MOST_LOOKED_AT)
  const own = await members(actor.team)
  const others = [
    await findPeople(db, { words, ids: [userid, ...(lists.users ?? [])] }, MOST_LOOKED_AT),
    team === actor.team ? [] : await members(team),
    // Without letters nobody means somebody of another team.
    mayBeAnybody && words.length > 0 ? await findPeople(db, { words }, MOST_LOOKED_AT) : [],
  ].flat()
  const found = new Map<number, Candidate>()
  for (const person of others) found.set(person.userid, toCandidate(person, false))
  for (const person of own) found.set(person.userid, toCandidate(person, true))
  found.delete(actor.userid)
  return [...found.values()].filter(({ fullname }) => hasLetters(fullname, words))
}

function toCandidate(person: { userid: number; firstname: string; lastname: string }, isInTeam: boolean): Candidate {
  return { userid: person.userid, fullname: fullnameOf(person), isInTeam }
}

function wordsOf(letters: string): string[] {
  const words = foldText(letters).split(/\s+/)
  return [...new Set(words)].filter((word) => word !== '').slice(0, MOST_WORDS)
}

/** The search of people also looks at e-mail addresses, which are not offered here. */
function hasLetters(fullname: string, words: readonly string[]): boolean {
  const name = foldText(fullname)
  return words.every((word) => name.includes(word))
}

function hasStart(name: string, word: string): boolean {
  return ` ${name}`.includes(` ${word}`)
}
