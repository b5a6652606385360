import type { Entity } from '@aliquot/contract/entities'
import type { itemsLinks } from '@aliquot/contract/links'
import type { Step, steps } from '@aliquot/contract/steps'
import type { Upload, uploads } from '@aliquot/contract/uploads'
import { patch, post, remove } from '../../api/client.ts'
import { entryPath } from '../entry/entry-types.ts'
import { outgoingLinks } from '../links/links.queries.ts'

/** What belongs to an entry and is set by itself, not with its fields. */
export const PARTS = ['steps', 'links', 'uploads'] as const
export type Part = (typeof PARTS)[number]

export function isPart(name: string): name is Part {
  return PARTS.some((part) => part === name)
}

interface Options {
  reason: string
}

/** Makes these parts of an entry what they are in `wanted`; `present` is what they are now. */
export async function restoreParts(
  parts: readonly Part[],
  wanted: Entity,
  present: Entity,
  options: Options,
): Promise<void> {
  if (parts.includes('links')) await restoreLinks(wanted, present, options)
  if (parts.includes('uploads')) await restoreFiles(wanted, present, options)
  if (parts.includes('steps')) await restoreSteps(wanted, present, options)
}

async function restoreLinks(wanted: Entity, present: Entity, options: Options): Promise<void> {
  const paths = (entry: Entity) => outgoingLinks(entry).map(({ type, entityid }) => `${type}_links/${entityid}`)
  const [then, now] = [new Set(paths(wanted)), new Set(paths(present))]
  for (const link of now.difference(then)) await remove(`${entryPath(present)}/${link}`, options)
  for (const link of then.difference(now))
    await post<typeof itemsLinks.add>(`${entryPath(present)}/${link}`, {}, options)
}

/** A file that came later goes into the archive: nothing is lost by it. */
async function restoreFiles(wanted: Entity, present: Entity, options: Options): Promise<void> {
  const change = ({ id }: Upload, fields: Parameters<typeof patch<typeof uploads.edit>>[1]) =>
    patch<typeof uploads.edit>(`${entryPath(present)}/uploads/${id}`, fields, options)
  const then = new Set(wanted.uploads.map(({ id }) => id))
  for (const file of present.uploads) if (!then.has(file.id)) await change(file, { action: 'archive', state: 2 })
  for (const file of wanted.uploads) {
    const now = present.uploads.find(({ id }) => id === file.id)
    if (!now) await change(file, { state: 1 })
    if (now && now.real_name !== file.real_name) await change(file, { real_name: file.real_name })
    if (now && now.comment !== file.comment) await change(file, { comment: file.comment })
  }
}

/** One that was deleted is written anew. */
async function restoreSteps(wanted: Entity, present: Entity, options: Options): Promise<void> {
  const path = `${entryPath(present)}/steps`
  const then = new Set(wanted.steps.map(({ id }) => id))
  for (const { id } of present.steps) if (!then.has(id)) await remove(`${path}/${id}`, options)
  const ordering: number[] = []
  for (const step of wanted.steps) {
    const now = present.steps.find(({ id }) => id === step.id)
    const id = now ? now.id : (await post<typeof steps.add>(path, { body: step.body }, options)).id
    await restoreStep(`${path}/${id}`, step, now, options)
    ordering.push(id)
  }
  const order = present.steps.map(({ id }) => id).filter((id) => then.has(id))
  if (ordering.join() !== order.join()) await patch<typeof steps.editAll>(path, { ordering }, options)
}

async function restoreStep(path: string, step: Step, now: Step | undefined, options: Options): Promise<void> {
  if (now && now.body !== step.body) await patch<typeof steps.edit>(path, { body: step.body }, options)
  const isTurned = step.finished !== (now?.finished ?? 0)
  if (isTurned) await patch<typeof steps.edit>(path, { action: 'finish' }, options)
  // Whoever ticks a step takes its deadline off.
  const deadline = isTurned ? null : (now?.deadline ?? null)
  if (deadline !== step.deadline) await patch<typeof steps.edit>(path, { deadline: step.deadline }, options)
}
