import type { LabelCollection } from '@aliquot/contract/labels'
import { NAME_LIMIT } from '@aliquot/contract/limits'
import { cutUnits } from '../../lib/text.ts'
import { storable } from '../imports/imports.notes.ts'
import { findLabelByTitle, provideLabel } from '../labels/labels.provide.ts'
import { makeOnce, once } from './known.ts'
import { COLLECTIONS, kindOfLabel } from './move-in.kinds.ts'
import { actorIn, type Run } from './move-in.run.ts'
import { comingTeams, teamFor } from './people/teams.ts'
import type { TheirLabel } from './source/entry.ts'
import { idIn, recordsIn, textIn } from './source/values.ts'

/** Brings categories and status of the teams that come, in their order. */
export async function bringLabels(run: Run): Promise<void> {
  for (const team of comingTeams(run)) {
    const reader = run.keys.find((key) => key.team === team) ?? run.keys.find(({ isSysadmin }) => isSysadmin)
    if (!reader) continue
    for (const collection of COLLECTIONS) {
      const { body } = await run.client.get(`teams/${team}/${collection}`, reader.number)
      // The list also has those that other teams share.
      for (const label of recordsIn(body).filter((one) => idIn(one, 'team') === team)) {
        const id = idIn(label, 'id')
        if (id === null) continue
        await labelFor(
          run,
          collection,
          { id, title: textIn(label, 'title') ?? '', color: textIn(label, 'color') },
          team,
        )
      }
    }
  }
}

/** Our category or status for one of theirs: one of the same name, or a new one. */
export function labelFor(
  run: Run,
  collection: LabelCollection,
  { id, title, color }: TheirLabel,
  theirTeam: number,
): Promise<number | undefined> {
  return once(run, 'labels', kindOfLabel(collection), id, async () => {
    const name = cutUnits(storable(title).trim(), NAME_LIMIT.most) || 'Untitled'
    if (run.isDry) {
      run.report.count('labels', 'made')
      return undefined
    }
    const team = (await teamFor(run, theirTeam)) ?? 0
    let isNew = false
    const ours = await makeOnce(run, kindOfLabel(collection), id, name, async (work) => {
      isNew = (await findLabelByTitle(work.db, collection, team, name)) === undefined
      const ours = await provideLabel(work, actorIn(run, team), collection, team, { title: name, color })
      if (ours === undefined) throw new Error(`the label ${name} could not be added`)
      return ours
    })
    run.report.count('labels', isNew ? 'made' : 'same')
    return ours
  })
}
