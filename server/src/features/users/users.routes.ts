import { users } from '@aliquot/contract/users'
import type { Context } from '../../context.ts'
import { signedInCookies } from '../../http/auth/session-cookie.ts'
import type { Route } from '../../http/route.ts'
import { requireManageableUser, requireReadableUser } from './users.access.ts'
import { createPerson, requireMayCreate } from './users.create.ts'
import { deleteUser } from './users.delete.ts'
import { createPasswordLink, readPasswordLink, setPasswordByLink } from './users.password-links.ts'
import { patchUser, requirePatchable } from './users.patch.ts'
import { listPeople } from './users.people.ts'
import { readChangedUser, readUser } from './users.service.ts'

export function userRoutes(route: Route, ctx: Context): void {
  route(users.list, ({ actor, query }) => listPeople(ctx, actor, query))
  route(
    users.add,
    async ({ actor, body, reply }) => {
      const { userid } = await createPerson(ctx, actor, body)
      reply.created(`api/v2/users/${userid}`)
    },
    { before: (actor) => requireMayCreate(ctx, actor) },
  )
  route(users.read, async ({ actor, params, reply }) => {
    const { user, version } = await readUser(ctx, actor, params.id)
    reply.version(version)
    return user
  })
  route(
    users.patch,
    async ({ actor, params, body, ifMatch, reply }) => {
      const { token } = await patchUser(ctx, actor, params.id, body, ifMatch)
      if (token !== undefined) reply.sessionToken(token)
      const { user, version } = await readChangedUser(ctx, actor, params.id)
      reply.version(version)
      return user
    },
    { before: (actor, params) => requirePatchable(ctx, actor, params.id) },
  )
  route(users.remove, ({ actor, params, ifMatch }) => deleteUser(ctx, actor, params.id, ifMatch), {
    before: (actor, params) => requireManageableUser(ctx.db.read, actor, params.id),
  })
  route(
    users.addPasswordLink,
    async ({ actor, params, reply }) => {
      const { token } = await createPasswordLink(ctx, actor, params.id)
      reply.link(`set-password#token=${token}`)
    },
    { before: (actor, params) => requireReadableUser(ctx.db.read, actor, params.id) },
  )
  route.public(users.readPasswordLink, ({ body }) => readPasswordLink(ctx, body.token))
  route.public(users.setPassword, async ({ body, client, reply }) => {
    const signedIn = await setPasswordByLink(ctx, client, body)
    reply.header('set-cookie', signedInCookies(ctx.config, client.isSecure, signedIn))
    reply.created('api/v2/session')
  })
}
