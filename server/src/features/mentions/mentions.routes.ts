import { mentions } from '@aliquot/contract/mentions'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { findMentionable } from './mentions.service.ts'

export function mentionRoutes(route: Route, ctx: Context): void {
  route(mentions.find, ({ actor, params, query }) => findMentionable(ctx, actor, params, query.q ?? ''))
}
