import { codes } from '@aliquot/contract/codes'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { pageOf } from '../../records/page.ts'
import { entriesOfCode } from './codes.service.ts'

export function codeRoutes(route: Route, ctx: Context): void {
  route(codes.read, async ({ actor, query, reply }) =>
    pageOf(await entriesOfCode(ctx, actor, { code: query.code ?? '', baseUrl: reply.baseUrl }), query),
  )
}
