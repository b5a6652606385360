import { changes } from '@aliquot/contract/changes'
import type { Context } from '../../context.ts'
import { renewActor } from '../../http/auth/authenticate.ts'
import type { Route } from '../../http/route.ts'
import { readChanges } from './changes.service.ts'

export function changesRoutes(route: Route, ctx: Context): void {
  route(changes.list, ({ actor, query }) => readChanges(ctx, actor, query, (reader) => renewActor(ctx, reader)))
}
