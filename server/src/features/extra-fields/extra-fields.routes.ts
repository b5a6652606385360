import { extraFields } from '@aliquot/contract/extra-fields'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { listExtraFieldsKeys } from './extra-fields.service.ts'

export function extraFieldRoutes(route: Route, ctx: Context): void {
  route(extraFields.keys, ({ actor, query }) => listExtraFieldsKeys(ctx, actor, query))
}
