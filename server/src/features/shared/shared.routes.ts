import { shared } from '@aliquot/contract/shared'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { openSharedFile, openSharedUpload, readShared } from './shared.service.ts'

export function sharedRoutes(route: Route, ctx: Context): void {
  route.public(shared.read, async ({ client, params, query, reply }) => {
    const { record, version } = await readShared(ctx, client.address, params, query.access_key)
    reply.version(version)
    return record
  })

  route.public(shared.file, ({ client, params, query }) =>
    openSharedFile(ctx, client.address, params, query.access_key, query.name),
  )

  route.public(shared.upload, ({ client, params, query }) =>
    openSharedUpload(ctx, client.address, params, query.access_key),
  )
}
