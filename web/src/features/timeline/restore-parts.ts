import type { Entity, entities } from '@aliquot/contract/entities'
import type { itemsLinks } from '@aliquot/contract/links'
import type { Step, steps } from '@aliquot/contract/steps'
import type { Upload, uploads } from '@aliquot/contract/uploads'
import { ApiError, get, patch, post, remove } from '../../api/client.ts'
import { entryPath, isTemplateType } from '../entry/entry-types.ts'
import { type EntryLink, outgoingLinks, refOf } from '../links/links.queries.ts'
import type { RestoreTexts } from './restore.text.ts'
import { type Part, planFiles, planLinks, planSteps, type WantedParts } from './restore-plan.ts'
import { attempt, type Report } from './restore-report.ts'

/** All that there is now of some parts of an entry. */
interface PresentParts {
  links: readonly EntryLink[]
  /** Archived and deleted ones, too. */
  uploads: readonly Upload[]
  steps: readonly Step[]
}

/** Of steps and files the record of an entry has the first only, so they are read by themselves. */
export async function readParts(entry: Entity, parts: readonly Part[]): Promise<PresentParts> {
  const path = entryPath(entry)
  const files = parts.includes('uploads') && get<typeof uploads.list>(`${path}/uploads`, { state: '1,2,3' })
  const all = parts.includes('steps') && get<typeof steps.list>(`${path}/steps`)
  return {
    links: outgoingLinks(entry),
    uploads: files ? (await files).data : [],
    steps: all ? (await all).data : [],
  }
}

/** What takes a change of these parts back. */
export function wantedAgain({ links, uploads, steps }: PresentParts): WantedParts {
  return { links, uploads: uploads.filter(({ state }) => state === 1), steps }
}

export interface Restoring {
  /** The entry with its links as they are now. */
  entry: Entity
  present: PresentParts
  wanted: WantedParts
  /** When it was so. Absent: a moment ago. */
  instant?: string | undefined
  reason: string
  report: Report
  text: RestoreTexts
  untitled: string
}

/** Makes these parts of an entry what they shall be, as far as the service lets anybody. */
export async function restoreParts(parts: readonly Part[], restoring: Restoring): Promise<void> {
  const { report } = restoring
  for (const part of parts) {
    if (part === 'links') await restoreLinks(restoring)
    if (part === 'uploads') await restoreFiles(restoring)
    if (part === 'steps') await restoreSteps(restoring)
    report.done.push(part)
  }
}

async function restoreLinks({ entry, present, wanted, instant, reason, report, text, untitled }: Restoring) {
  const plan = planLinks(wanted.links, present.links)
  const pathTo = (link: EntryLink) => `${entryPath(entry)}/${link.type}_links/${link.entityid}`
  for (const link of plan.remove) {
    const title = link.title || untitled
    if (await wasDeleted(link, instant)) report.left.push(text.wasDeleted(title))
    else await attempt(report, text.link(title), () => remove(pathTo(link), { reason }))
  }
  for (const link of plan.add) {
    const add = () => post<typeof itemsLinks.add>(pathTo(link), {}, { reason })
    await attempt(report, text.link(link.title || untitled), add)
  }
}

/** What is linked is not told of while it is in the trash: the link may have been there all the same. */
async function wasDeleted(link: EntryLink, instant: string | undefined): Promise<boolean> {
  if (instant === undefined) return false
  try {
    const { data } = await get<typeof entities.read>(entryPath(refOf(link)), { as_of: instant })
    return data.state === 3
  } catch (error) {
    // There was no such entry yet.
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

async function restoreFiles({ entry, present, wanted, reason, report, text }: Restoring): Promise<void> {
  if (!wanted.uploads) {
    report.left.push(text.tooMany.uploads)
    return
  }
  for (const { file, change, keepsComment } of planFiles(wanted.uploads, present.uploads)) {
    const path = `${entryPath(entry)}/uploads/${file.id}`
    if (change) {
      await attempt(report, text.file(file.real_name), () => patch<typeof uploads.edit>(path, change, { reason }))
    }
    if (keepsComment) report.refused.push(text.noComment(file.real_name))
  }
}

/** One that was deleted is written anew. */
async function restoreSteps({ entry, present, wanted, reason, report, text }: Restoring): Promise<void> {
  if (!wanted.steps) {
    report.left.push(text.tooMany.steps)
    return
  }
  const path = `${entryPath(entry)}/steps`
  const setAll = (body: Parameters<typeof patch<typeof steps.editAll>>[1], name: string) =>
    attempt(report, name, () => patch<typeof steps.editAll>(path, body, { reason }))
  const plan = planSteps(wanted.steps, present.steps, isTemplateType(entry.type))
  if (plan.unlockFirst) await setAll({ action: 'forceunlock' }, text.allFixed)
  const there = new Set(present.steps.map(({ id }) => id))
  for (const { id, body } of plan.remove) {
    const removed = await attempt(report, text.step(body), () => remove(`${path}/${id}`, { reason }))
    if (removed) there.delete(id)
  }
  const order = new Set<number>()
  for (const { step, isNew, changes } of plan.steps) {
    const name = text.step(step.body)
    const added =
      isNew && (await attempt(report, name, () => post<typeof steps.add>(path, { body: step.body }, { reason })))
    const id = added ? added.id : step.id
    if (isNew && !added) continue
    order.add(id)
    for (const change of changes)
      await attempt(report, name, () => patch<typeof steps.edit>(`${path}/${id}`, change, { reason }))
  }
  // One that could not be deleted comes last.
  const ordering = [...order.union(there)]
  if (ordering.join() !== [...there.union(order)].join()) await setAll({ ordering }, text.order)
  if (plan.lockLast) await setAll({ action: 'forcelock' }, text.allFixed)
  report.refused.push(...plan.unfixable.map(({ body }) => text.fixed(body)))
}
