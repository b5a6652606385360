import { Entity, entities } from '@aliquot/contract/entities'
import type { NewEntity } from '@aliquot/contract/entity-input'
import type { Context } from '../../context.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import type { Route } from '../../http/route.ts'
import { writeInTurns } from '../../records/write-in-turns.ts'
import { exportEntry } from '../exports/exports.service.ts'
import { readRecordThen } from '../history/at/record-at.ts'
import { requireReadable } from './entries.access.ts'
import { copyEntity } from './entries.copy.ts'
import { createEntity } from './entries.create.ts'
import { deleteEntity, patchEntity, readEntityText, readShallowEntity } from './entries.service.ts'

export function entityRoutes(route: Route, ctx: Context): void {
  route(entities.add, async ({ actor, params, body, reply }) => {
    if (body.action === 'duplicate') throw new Forbidden('entry.name_source')
    const { id } = await createEntity(ctx, actor, params.entity_type, body)
    reply.created(`api/v2/${params.entity_type}/${id}`)
  })

  route(entities.read, async ({ actor, params, query, reply }) => {
    const viewer = { ctx, actor, baseUrl: reply.baseUrl, fileStates: query.state }
    const isFile = query.format !== 'json'
    if (isFile && query.as_of) throw new InvalidInput('export.only_present', { field: 'as_of' })
    if (query.as_of) {
      return writeInTurns(Entity, await readRecordThen(viewer, params.entity_type, params.id, query.as_of))
    }
    if (isFile) return exportEntry(viewer, await readShallowEntity(viewer, params.entity_type, params.id), query)
    const { record, version } = await readEntityText(viewer, params.entity_type, params.id)
    reply.version(version)
    return actor.deposit ? withoutOthers(record.read()) : record
  })

  route(entities.downloadCsv, async ({ actor, params, query, reply }) => {
    const viewer = { ctx, actor, baseUrl: reply.baseUrl }
    const record = await readShallowEntity(viewer, params.entity_type, params.id)
    return exportEntry(viewer, record, { ...query, ...PLAIN, format: 'csv' })
  })
  route(entities.downloadZip, async ({ actor, params, query, reply }) => {
    const viewer = { ctx, actor, baseUrl: reply.baseUrl }
    const record = await readShallowEntity(viewer, params.entity_type, params.id)
    return exportEntry(viewer, record, { ...query, format: 'zip' })
  })
  route(entities.downloadEln, async ({ actor, params, query, reply }) => {
    const viewer = { ctx, actor, baseUrl: reply.baseUrl }
    const record = await readShallowEntity(viewer, params.entity_type, params.id)
    return exportEntry(viewer, record, { ...query, ...PLAIN, format: 'eln' })
  })

  route(
    entities.act,
    async ({ actor, params, body, reply }) => {
      const { entity_type: type } = params
      await requireReadable(ctx.db.read, actor, type, params.id)
      const { id } =
        body.action === 'duplicate'
          ? await copyEntity(ctx, actor, type, params.id, {
              linkToOriginal: body.linkToOriginal === 1,
              withFiles: body.copyFiles === 1,
            })
          : await createEntity(ctx, actor, type, body as NewEntity)
      reply.created(`api/v2/${type}/${id}`)
    },
    { before: (actor, params) => requireReadable(ctx.db.read, actor, params.entity_type, params.id) },
  )

  route(
    entities.edit,
    async ({ actor, params, body, ifMatch, reply }) => {
      const viewer = { ctx, actor, baseUrl: reply.baseUrl }
      const seen = await patchEntity(viewer, params.entity_type, requireNamed(params.id), body, ifMatch)
      // A deposit key may change fields of entries that it may not read.
      if (!seen || actor.deposit) return [] as const
      reply.version(seen.version)
      reply.header('x-saved-version', String(seen.savedVersion))
      return seen.record
    },
    {
      before: async (actor, params) => requireReadable(ctx.db.read, actor, params.entity_type, requireNamed(params.id)),
    },
  )

  route(
    entities.remove,
    ({ actor, params, ifMatch, reply }) => {
      const viewer = { ctx, actor, baseUrl: reply.baseUrl }
      return deleteEntity(viewer, params.entity_type, requireNamed(params.id), ifMatch)
    },
    {
      before: async (actor, params) => requireReadable(ctx.db.read, actor, params.entity_type, requireNamed(params.id)),
    },
  )
}

/** The options of a ZIP do not apply to other files. */
const PLAIN = { json: false, changelog: false, classification: '' } as const

/** A deposit key may read the entry that it made, and nothing of those around it. */
function withoutOthers(record: Entity): Entity {
  return {
    ...record,
    experiments_links: [],
    items_links: [],
    related_experiments_links: [],
    related_items_links: [],
  }
}

/** The collection as a whole can neither be changed nor deleted. */
function requireNamed(id: number | undefined): number {
  if (id === undefined) throw new Forbidden('entry.name_it')
  return id
}
