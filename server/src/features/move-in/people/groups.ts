import { cutUnits } from '../../../lib/text.ts'
import { storable } from '../../imports/imports.notes.ts'
import { addGroup, addMember } from '../../teamgroups/teamgroups.change.ts'
import { findGroupNamed } from '../../teamgroups/teamgroups.lookup.ts'
import { makeOnce, once } from '../known.ts'
import { MOVED_KIND } from '../move-in.kinds.ts'
import type { Run } from '../move-in.run.ts'
import { idIn, isRecord, type Json, recordsIn, textIn } from '../source/values.ts'
import { personFor } from './people.ts'
import { teamFor } from './teams.ts'

/** Brings the groups of the teams in which the keys act: that server tells of no others. */
export async function bringGroups(run: Run): Promise<void> {
  const seen = new Set<number>()
  for (const { number, team } of run.keys) {
    if (seen.has(team)) continue
    seen.add(team)
    const { body } = await run.client.get('teams/current/teamgroups', number)
    const groups = isRecord(body) ? Object.values(body).filter(isRecord) : recordsIn(body)
    for (const group of groups) {
      await bringGroup(run, group, team)
    }
  }
}

async function bringGroup(run: Run, group: Json, theirTeam: number): Promise<void> {
  const id = idIn(group, 'id')
  if (id === null) return
  const name = cutUnits(storable(textIn(group, 'name') ?? '').trim(), 255) || `Group ${id}`
  await once(run, 'teamgroups', MOVED_KIND.teamgroups, id, async () => {
    if (run.isDry) {
      run.report.count('teamgroups', 'made')
      return undefined
    }
    const team = (await teamFor(run, theirTeam)) ?? 0
    const members: number[] = []
    for (const member of recordsIn(group.users)) {
      const userid = await personFor(run, idIn(member, 'userid') ?? 0, undefined, theirTeam)
      if (userid !== undefined) members.push(userid)
    }
    let isNew = false
    const ours = await makeOnce(run, MOVED_KIND.teamgroups, id, name, async (work) => {
      const [known] = await findGroupNamed(work.db, { team, name })
      isNew = !known
      const row = known ?? (await addGroup(work, { team, name }))
      for (const userid of members) await addMember(work, { teamgroup: row.id, userid })
      return row.id
    })
    run.report.count('teamgroups', isNew ? 'made' : 'same')
    return ours
  })
}
