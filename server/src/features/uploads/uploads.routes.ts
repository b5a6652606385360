import { type FromText, files, ownUploads, type Upload, type UploadAction, uploads } from '@aliquot/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import type { Route } from '../../http/route.ts'
import type { StreamAnswer } from '../../records/answers.ts'
import type { List } from '../../records/page.ts'
import type { IfMatch } from '../../records/version.ts'
import { exportFiles } from '../exports/exports.files.ts'
import { requireReadableUser } from '../users/users.access.ts'
import { requireChangeable, type UploadPath } from './uploads.access.ts'
import { openPreview, openThumbnail, readWords } from './uploads.pictures.ts'
import { copyUpload, takeForm, takeText } from './uploads.receive.ts'
import { replaceByCopy } from './uploads.replace.ts'
import {
  editUpload,
  listOwnUploads,
  listUploads,
  openByLongName,
  openUpload,
  readOwnUpload,
  readUpload,
  removeUpload,
} from './uploads.service.ts'

export function uploadRoutes(route: Route, ctx: Context): void {
  const before = (actor: Actor, params: UploadPath) => requireChangeable(ctx.db.read, actor, params)

  route(
    uploads.list,
    ({ actor, params, query }): Promise<StreamAnswer | List<Upload>> =>
      query.format === 'zip' ? exportFiles(ctx, actor, params, query) : listUploads(ctx, actor, params, query),
  )

  route(uploads.read, async ({ actor, params, query, reply }) => {
    if (query.format === 'binary') return openUpload(ctx, actor, params)
    if (query.format === 'thumbnail') return openThumbnail(ctx, actor, params)
    if (query.format === 'preview') return openPreview(ctx, actor, params, { page: query.page, gone: reply.gone() })
    const { record, version } = await readUpload(ctx, actor, params)
    reply.version(version)
    return record
  })

  route(uploads.downloadZip, ({ actor, params, query: { ids, ...query } }) =>
    exportFiles(ctx, actor, params, { ...query, id: ids, limit: 0, offset: 0 }),
  )
  route(uploads.download, ({ actor, params }) => openUpload(ctx, actor, params))
  route(uploads.thumbnail, ({ actor, params }) => openThumbnail(ctx, actor, params))
  route(uploads.preview, ({ actor, params, query, reply }) =>
    openPreview(ctx, actor, params, { page: query.page, gone: reply.gone() }),
  )

  route(uploads.words, ({ actor, params, query, reply }) =>
    readWords(ctx, actor, params, { page: query.page, gone: reply.gone() }),
  )

  route(
    uploads.addText,
    async ({ actor, params, body, reply }) => {
      const { id } = await takeText(ctx, actor, params, { ...body, action: 'createfromstring' })
      reply.created(`api/v2/${params.entity_type}/${params.id}/uploads/${id}`)
    },
    { before },
  )

  route(
    uploads.act,
    async ({ actor, params, body, ifMatch, reply }) => {
      const { id } = await performAction(ctx, actor, params, body, ifMatch)
      reply.created(`api/v2/${params.entity_type}/${params.id}/uploads/${id}`)
    },
    { before },
  )

  route(
    uploads.add,
    async ({ actor, params, body, form, reply }) => {
      const { id } = form
        ? await takeForm(ctx, actor, params, form)
        : await takeText(ctx, actor, params, fromText(body))
      reply.created(`api/v2/${params.entity_type}/${params.id}/uploads/${id}`)
    },
    { before },
  )

  route(
    uploads.replace,
    async ({ actor, params, body, form, ifMatch, reply }) => {
      const { id } = form
        ? await takeForm(ctx, actor, params, form, ifMatch)
        : await performAction(ctx, actor, params, body, ifMatch)
      reply.created(`api/v2/${params.entity_type}/${params.id}/uploads/${id}`)
    },
    { before },
  )

  route(
    uploads.edit,
    async ({ actor, params, body, ifMatch, reply }) => {
      const { record, version } = await editUpload(ctx, actor, params, body, ifMatch)
      reply.version(version)
      return record
    },
    { before },
  )

  route(uploads.remove, ({ actor, params, ifMatch }) => removeUpload(ctx, actor, params, ifMatch), { before })

  route(files.read, ({ actor, query }) => openByLongName(ctx, actor, query.name))

  route(ownUploads.list, async ({ actor, params, query }) => {
    await requireReadableUser(ctx.db.read, actor, params.id)
    return listOwnUploads(ctx, actor, query)
  })

  route(ownUploads.read, async ({ actor, params }) => {
    await requireReadableUser(ctx.db.read, actor, params.id)
    return readOwnUpload(ctx, actor, params.subid)
  })
}

function performAction(
  ctx: Context,
  actor: Actor,
  path: UploadPath & { subid: number },
  body: UploadAction,
  ifMatch: IfMatch,
): Promise<{ id: number }> {
  if (body.action === 'duplicate') return copyUpload(ctx, actor, path)
  if (body.action === 'replace') return replaceByCopy(ctx, actor, path, body.source, ifMatch)
  return takeText(ctx, actor, path, body)
}

function fromText(body: UploadAction): FromText {
  if (body.action === 'createfromstring') return body
  throw new InvalidInput(body.action === 'replace' ? 'upload.name_replaced' : 'upload.name_copied', { field: 'action' })
}
