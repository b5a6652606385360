import { users } from '@aliquot/contract/users'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { requireReadableUser } from './users.access.ts'
import { changePassword } from './users.passwords.ts'
import { readUser } from './users.service.ts'

export function userRoutes(route: Route, ctx: Context): void {
  route(users.read, async ({ actor, params, reply }) => {
    const { user, version } = await readUser(ctx, actor, params.id)
    reply.version(version)
    return user
  })
  route(
    users.patch,
    async ({ actor, params, body, ifMatch, reply }) => {
      await changePassword(ctx, actor, params.id, body, ifMatch)
      const { user, version } = await readUser(ctx, actor, params.id)
      reply.version(version)
      return user
    },
    { before: (actor, params) => requireReadableUser(ctx.db.read, actor, params.id) },
  )
}
