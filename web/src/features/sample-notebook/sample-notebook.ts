import type { EntityType } from '@aliquot/contract/common'
import { entities } from '@aliquot/contract/entities'
import { entityLists } from '@aliquot/contract/entities-list'
import { labels } from '@aliquot/contract/labels'
import { experimentsLinks, itemsLinks } from '@aliquot/contract/links'
import { steps } from '@aliquot/contract/steps'
import { uploads } from '@aliquot/contract/uploads'
import { call, pathOf } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { sendFile } from '../../api/send-file.ts'
import { parseServiceTime } from '../../ui/time/time.ts'
import { drawGel } from './draw-gel.ts'
import { ELUTION, SAMPLES, type SampleEntry } from './sample-data.ts'
import { SAMPLE_TAG } from './sample-tag.ts'

interface Made {
  type: EntityType
  id: number
}

/** Creates the sample entries one after the other, like a person would, so that the history has all of it. */
export async function createSamples(team: number): Promise<number> {
  const made = new Map<string, Made>()
  const statuses = (await call(labels.experiments_status.list, { params: { id: team } })).data
  for (const sample of SAMPLES) {
    const status = statuses.find(({ title }) => title === sample.status)?.id
    made.set(sample.name, await createOne(sample, status, made))
  }
  return made.size
}

async function createOne(sample: SampleEntry, status: number | undefined, made: Map<string, Made>): Promise<Made> {
  const { type, title, body, fields } = sample
  const { id } = await call(entities.add, {
    params: { entity_type: type },
    body: {
      title,
      body,
      content_type: 1,
      tags: [...sample.tags, SAMPLE_TAG],
      ...(status !== undefined && { status }),
      ...(fields && { metadata: { extra_fields: fields } }),
    },
    idempotencyKey: newKey(),
  })
  const params = { entity_type: type, id }
  for (const step of sample.steps ?? []) await call(steps.add, { params, body: { body: step } })
  for (const name of sample.links ?? []) {
    const target = made.get(name)
    if (!target) continue
    const endpoint = target.type === 'items' ? itemsLinks.add : experimentsLinks.add
    await call(endpoint, { params: { ...params, subid: target.id }, body: {} })
  }
  for (const name of sample.files ?? []) await attach(params, name === 'gel' ? await drawGel() : elutionFile())
  return { type, id }
}

function elutionFile(): File {
  return new File([ELUTION], 'elution.csv', { type: 'text/csv' })
}

async function attach(params: { entity_type: EntityType; id: number }, file: File): Promise<void> {
  const form = { file, name: file.name, isReplacement: false, idempotencyKey: newKey() }
  const options = { signal: new AbortController().signal, report: () => {} }
  await sendFile({ ...form, path: pathOf(uploads.add, { params }) }, options)
}

export interface FoundSamples {
  untouched: readonly Made[]
  /** Somebody has changed them since they were created. */
  changed: readonly Made[]
}

const TYPES = ['experiments', 'items', 'experiments_templates'] as const
/** Steps, links and files follow within this time, in ms. */
const CREATION = 3 * 60_000

/** The person's own sample entries that are not deleted. */
export async function findSamples(userid: number): Promise<FoundSamples> {
  const untouched: Made[] = []
  const changed: Made[] = []
  for (const type of TYPES) {
    const query = { tags: [SAMPLE_TAG], owner: String(userid), limit: 100 }
    const { data } = await call(entityLists.list, { params: { entity_type: type }, query })
    for (const { id, title, created_at, modified_at } of data) {
      const took = parseServiceTime(modified_at).getTime() - parseServiceTime(created_at).getTime()
      const isOurs = SAMPLES.some((sample) => sample.type === type && sample.title === title)
      if (isOurs && took < CREATION) untouched.push({ type, id })
      else changed.push({ type, id })
    }
  }
  return { untouched, changed }
}

/** Moves them to the trash, from where they can be restored. */
export async function removeSamples(found: readonly Made[]): Promise<void> {
  for (const { type, id } of found) await call(entities.remove, { params: { entity_type: type, id } })
}
