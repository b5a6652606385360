import { session } from '@aliquot/contract/session'
import type { Context } from '../../context.ts'
import { CLEARED_COOKIE, sessionCookie } from '../../http/auth/session-cookie.ts'
import type { Route } from '../../http/route.ts'
import { pageOf } from '../../records/page.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.own.ts'
import { describeSession, signIn, signOut, switchTeam } from './sessions.service.ts'

export function sessionRoutes(route: Route, ctx: Context): void {
  route.public(session.signIn, async ({ body, client, reply }) => {
    const { token } = await signIn(ctx, client, body)
    reply.header('set-cookie', sessionCookie(ctx, client, token))
    reply.created('api/v2/session')
  })
  route(session.read, ({ actor }) => describeSession(ctx, actor))
  route(session.patch, async ({ actor, body }) => {
    await switchTeam(ctx, actor, body.team)
    return describeSession(ctx, actor)
  })
  route(session.signOut, async ({ actor, reply }) => {
    await signOut(ctx, actor)
    reply.header('set-cookie', CLEARED_COOKIE)
  })
  route(session.list, async ({ actor, query }) => pageOf(await listSessions(ctx, actor), query))
  route(session.end, ({ actor, params }) => endSession(ctx, actor, params.id))
  route(session.endOthers, ({ actor }) => endOtherSessions(ctx, actor))
}
