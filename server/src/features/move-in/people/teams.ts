import type { TeamRow } from '../../../db/schema.ts'
import { cutUnits } from '../../../lib/text.ts'
import { storable } from '../../imports/imports.notes.ts'
import * as lookup from '../../teams/teams.lookup.ts'
import { addTeam, changeTeam } from '../../teams/teams.service.ts'
import { makeOnce, once } from '../known.ts'
import { MOVED_KIND } from '../move-in.kinds.ts'
import type { Run } from '../move-in.run.ts'
import { idIn, isRecord, isSet, type Json, numberIn, recordsIn, textIn } from '../source/values.ts'

/** Reads the teams that the keys can see. */
export async function readTeams(run: Run): Promise<void> {
  for (const { number } of run.keys) {
    for (const team of recordsIn((await run.client.get('teams', number)).body)) keep(run, team)
    const { status, body } = await run.client.get('teams/current', number)
    if (status === 200 && isRecord(body)) keep(run, body)
  }
}

function keep({ teams }: Run, team: Json): void {
  const id = idIn(team, 'id')
  // The longest record tells most.
  if (id !== null && Object.keys(team).length >= Object.keys(teams.get(id) ?? {}).length) teams.set(id, team)
}

/** The teams that come: those in which keys act, and all of them if a sysadmin asks. */
export function comingTeams({ keys, teams }: Run): number[] {
  if (keys.some(({ isSysadmin }) => isSysadmin)) return [...teams.keys()]
  return [...new Set(keys.map(({ team }) => team))]
}

const FLAGS = [
  ...(['user_create_tag', 'force_exp_tpl', 'force_res_tpl', 'visible', 'newcomer_banner_active'] as const),
  ...(['users_canwrite_experiments', 'users_canwrite_experiments_categories'] as const),
  ...(['users_canwrite_experiments_status', 'users_canwrite_experiments_templates'] as const),
  ...(['users_canwrite_resources', 'users_canwrite_resources_categories'] as const),
  ...(['users_canwrite_resources_status', 'users_canwrite_resources_templates'] as const),
] as const satisfies readonly (keyof TeamRow)[]

/** The team here that has the same name, or a new one with the rules of theirs. */
export function teamFor(run: Run, id: number, name = ''): Promise<number | undefined> {
  return once(run, 'teams', MOVED_KIND.teams, id, async () => {
    const theirs = run.teams.get(id) ?? {}
    const title = cutUnits(storable(textIn(theirs, 'name') ?? name).trim(), 255) || `Team ${id}`
    if (run.isDry) {
      const known = await lookup.findNamed(run.ctx.db.read, title)
      run.report.count('teams', known ? 'same' : 'made')
      return known?.id
    }
    let isNew = false
    const ours = await makeOnce(run, MOVED_KIND.teams, id, title, async (work) => {
      const known = await lookup.findNamed(work.db, title)
      isNew = !known
      if (known) return known.id
      const added = await addTeam(work, title, { status: [] })
      const row = await lookup.hold(work.db, added.id)
      if (row) await changeTeam(work, row, rulesOf(theirs))
      return added.id
    })
    run.report.count('teams', isNew ? 'made' : 'same')
    return ours
  })
}

function rulesOf(theirs: Json): Partial<TeamRow> {
  const rules: Partial<TeamRow> = {}
  for (const name of FLAGS) if (name in theirs) rules[name] = isSet(theirs, name) ? 1 : 0
  const threshold = numberIn(theirs, 'newcomer_threshold')
  if (threshold !== null && Number.isInteger(threshold) && threshold >= 0 && threshold < 10_000)
    rules.newcomer_threshold = threshold
  const orgid = textIn(theirs, 'orgid')
  if (orgid) rules.orgid = cutUnits(storable(orgid), 255)
  return rules
}
