import { Revision, revisions } from '@aliquot/contract/revisions'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { writeInTurns } from '../../records/write-in-turns.ts'
import { listRevisions, readRevision, requireRestorable, restoreRevision } from './revisions.service.ts'

export function revisionRoutes(route: Route, ctx: Context): void {
  route(revisions.list, ({ actor, params, query }) => listRevisions(ctx, actor, params, query))
  route(revisions.read, async ({ actor, params }) => {
    return writeInTurns(Revision, await readRevision(ctx, actor, params))
  })
  route(
    revisions.restore,
    async ({ actor, params }) => writeInTurns(Revision, await restoreRevision(ctx, actor, params)),
    { before: (actor, params) => requireRestorable(ctx, actor, params) },
  )
}
