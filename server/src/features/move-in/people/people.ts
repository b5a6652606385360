import type { Change } from '../../../change.ts'
import { Refusal } from '../../../errors.ts'
import { parseDate } from '../../../lib/dates.ts'
import { cutUnits } from '../../../lib/text.ts'
import { storable } from '../../imports/imports.notes.ts'
import { emailKeyOf, requireEmail } from '../../users/users.email.ts'
import * as users from '../../users/users.lookup.ts'
import { addMembership, changePlace } from '../../users/users.memberships.ts'
import { addUser } from '../../users/users.service.ts'
import { makeOnce, once } from '../known.ts'
import { MOVED_KIND } from '../move-in.kinds.ts'
import type { Run } from '../move-in.run.ts'
import type { TheirPerson } from '../source/entry.ts'
import { idIn, isSet, type Json, recordsIn, textIn } from '../source/values.ts'
import { comingTeams, teamFor } from './teams.ts'

/** Reads the people that the keys can see. */
export async function readPeople(run: Run): Promise<void> {
  for (const { number } of run.keys) {
    for (const person of recordsIn((await run.client.get('users', number)).body)) {
      const id = idIn(person, 'userid')
      // Only admins see who belongs to which team.
      if (id !== null && (!run.people.has(id) || 'teams' in person)) run.people.set(id, person)
    }
  }
}

/** Brings the people of the teams that come. Others follow with what they wrote. */
export async function bringPeople(run: Run): Promise<void> {
  const teams = new Set(comingTeams(run))
  for (const team of teams) await teamFor(run, team)
  let done = 0
  for (const [id, person] of run.people) {
    run.signal.throwIfAborted()
    const isComing =
      placesOf(person).some(({ team }) => teams.has(team)) || run.keys.some(({ userid }) => userid === id)
    if (isComing) await personFor(run, id)
    run.tell({ phase: 'people', done: ++done, total: run.people.size })
  }
}

interface Place {
  team: number
  isAdmin: boolean
  isArchived: boolean
}

function placesOf(person: Json): Place[] {
  return recordsIn(person.teams).flatMap((team) => {
    const id = idIn(team, 'id')
    return id === null ? [] : { team: id, isAdmin: isSet(team, 'is_admin'), isArchived: isSet(team, 'is_archived') }
  })
}

/**
 * The account of a person of theirs: the one with the same e-mail address, or a new one without a password. Undefined if
 * there can be none.
 */
export function personFor(run: Run, id: number, told?: TheirPerson, team?: number): Promise<number | undefined> {
  if (id === 0) return Promise.resolve(undefined)
  const known = run.known.has(`${MOVED_KIND.people} ${id}`)
  const found = once(run, 'people', MOVED_KIND.people, id, async () => {
    const person = run.people.get(id) ?? {}
    const name = storable(textIn(person, 'fullname') ?? told?.name ?? '').trim() || `Person ${id}`
    const email = (textIn(person, 'email') ?? told?.email ?? '').trim()
    const leave = (detail: string) => {
      run.report.count('people', 'failed')
      run.report.note({ kind: 'people', id, title: name, code: 'no_account', detail })
      return undefined
    }
    if (email === '') return leave('no e-mail address is known')
    try {
      return await bring(run, { id, person, name, email: requireEmail(email), team })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      return leave(error.message)
    }
  })
  return known ? found : found.then((here) => meet(run, id, here, told))
}

function meet(run: Run, userid: number, here: number | undefined, told?: TheirPerson): number | undefined {
  const person = run.people.get(userid) ?? {}
  const [name, email] = [textIn(person, 'fullname') ?? told?.name, textIn(person, 'email') ?? told?.email]
  run.report.meet({ name: name ?? '', email: email ?? '', userid, here: here ?? null })
  return here
}

interface Coming {
  id: number
  person: Json
  name: string
  email: string
  /** A team of theirs in which they left something. */
  team: number | undefined
}

async function bring(run: Run, coming: Coming): Promise<number | undefined> {
  const { id, person, name, email } = coming
  const key = emailKeyOf(email)
  if (run.isDry) {
    const known = await users.findByEmail(run.ctx.db.read, key)
    run.report.count('people', known ? 'same' : 'made')
    return known?.userid
  }
  const places = await placesHere(run, coming)
  let isNew = false
  const ours = await makeOnce(run, MOVED_KIND.people, id, name, async (work) => {
    const known = await users.findByEmail(work.db, key)
    isNew = !known
    const userid = known?.userid ?? (await addAccount(work, coming, places[0]?.team ?? 1))
    for (const { team, isAdmin, isArchived } of places) {
      const has = (await users.listMemberships(work.db, { userid })).find((one) => one.team === team)
      // Who was here already keeps what they may, and never gets less.
      if (has && !isNew) continue
      if (!has) await addMembership(work, userid, team, isAdmin)
      else if (isAdmin) await changePlace(run.ctx, work, userid, team, { is_admin: 1 })
      if (isArchived) await changePlace(run.ctx, work, userid, team, { is_archived: 1 })
    }
    return userid
  })
  run.report.count('people', isNew ? 'made' : 'same')
  if (isSet(person, 'is_sysadmin')) {
    const detail = 'is a sysadmin there, which nobody becomes here by itself: see aliquot user set'
    run.report.note({ kind: 'people', id, title: name, code: 'sysadmin', detail })
  }
  return ours
}

/** Their teams here. Who is known only by what they wrote is an archived member of that team. */
async function placesHere(run: Run, { person, team }: Coming): Promise<Place[]> {
  const coming = new Set(comingTeams(run))
  const places: Place[] = []
  for (const place of placesOf(person)) {
    const ours = coming.has(place.team) || place.team === team ? await teamFor(run, place.team) : undefined
    if (ours !== undefined) places.push({ ...place, team: ours })
  }
  const holder = run.keys.find(({ userid }) => userid === (idIn(person, 'userid') ?? -1))
  const last = team ?? holder?.team
  if (places.length > 0 || last === undefined) return places
  const ours = await teamFor(run, last)
  return ours === undefined ? [] : [{ team: ours, isAdmin: false, isArchived: !holder }]
}

async function addAccount(work: Change, { person, name, email }: Coming, team: number): Promise<number> {
  const [first = name, ...rest] = name.split(' ')
  const cut = (text: string) => cutUnits(storable(text).trim(), 255)
  const validUntil = textIn(person, 'valid_until')
  const { userid } = await addUser(work, {
    email,
    firstname: cut(textIn(person, 'firstname') ?? first) || first,
    lastname: cut(textIn(person, 'lastname') ?? rest.join(' ')) || first,
    team,
    orgid: cut(textIn(person, 'orgid') ?? '') || null,
    validUntil: (validUntil && parseDate(validUntil)) || null,
    isValidated: !('validated' in person) || isSet(person, 'validated'),
    takesFromArchived: true,
  })
  return userid
}
