import { imports } from '@aliquot/contract/imports'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { importNow } from './imports.direct.ts'
import { receiveImport } from './imports.receive.ts'
import {
  actOnImport,
  importOptions,
  listImportEntries,
  listImports,
  readImport,
  requireImport,
} from './imports.service.ts'

export function importRoutes(route: Route, ctx: Context): void {
  route(imports.options, () => importOptions(ctx))

  route(imports.run, async ({ actor, form, reply }) => {
    const received = await receiveImport(ctx, actor, form, { isNow: true })
    reply.takesLong()
    reply.created(`api/v2/import/${await importNow(ctx, received, actor)}`)
  })

  route(imports.list, ({ actor, query }) => listImports(ctx, actor, query))

  route(imports.add, async ({ actor, form, reply }) => {
    const { row } = await receiveImport(ctx, actor, form, { isNow: false })
    reply.created(`api/v2/imports/${row.id}`)
  })

  const before = (actor: Actor, { id }: { id: number }) => requireImport(ctx, actor, id)

  route(imports.read, ({ actor, params }) => readImport(ctx, actor, params.id))

  route(imports.entries, ({ actor, params, query }) => listImportEntries(ctx, actor, params.id, query))

  route(imports.act, ({ actor, params, body }) => actOnImport(ctx, actor, params.id, body), { before })
}
