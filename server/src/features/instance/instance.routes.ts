import { instance } from '@aliquot/contract/instance'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { readHistogram, readInfo } from './info.service.ts'

export function instanceRoutes(route: Route, ctx: Context): void {
  route(instance.info, ({ query }) => (query.hist ? readHistogram(ctx, query.columns) : readInfo(ctx)))
  route(instance.growth, ({ query }) => readHistogram(ctx, query.columns))
}
