import { config } from '@aliquot/contract/config'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { changeSettings, readSettings, requireMayConfigure, resetSettings } from './config.service.ts'

export function configRoutes(route: Route, ctx: Context): void {
  route(config.read, async ({ actor, reply }) => {
    requireMayConfigure(actor)
    const { settings, version } = await readSettings(ctx)
    reply.version(version)
    return settings
  })
  route(
    config.patch,
    async ({ actor, body, ifMatch, reply }) => {
      requireMayConfigure(actor)
      const { settings, version } = await changeSettings(ctx, actor, body, ifMatch)
      reply.version(version)
      return settings
    },
    { before: async (actor) => requireMayConfigure(actor) },
  )
  route(
    config.reset,
    async ({ actor, ifMatch }) => {
      requireMayConfigure(actor)
      await resetSettings(ctx, actor, ifMatch)
    },
    { before: async (actor) => requireMayConfigure(actor) },
  )
}
