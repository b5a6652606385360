import { exportProgress } from '@aliquot/contract/exports'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { readExport, stopExport } from './exports.progress.ts'

export function exportRoutes(route: Route, ctx: Context): void {
  route(exportProgress.read, ({ actor, params }) => readExport(ctx, actor, params.id))
  route(exportProgress.stop, ({ actor, params }) => stopExport(ctx, actor, params.id))
}
