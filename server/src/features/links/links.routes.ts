import type { LinkTarget } from '@aliquot/contract/links'
import { experimentsLinks, itemsLinks } from '@aliquot/contract/links'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Answer, Route } from '../../http/route.ts'
import { requireReadable } from '../entries/entries.access.ts'
import { addLink, type EntryPath, importLinks, type LinkPath, listLinks, removeLink } from './links.service.ts'

export function linkRoutes(route: Route, ctx: Context): void {
  const before = (actor: Actor, { entity_type, id }: EntryPath) => requireReadable(ctx.db.read, actor, entity_type, id)

  async function add(
    type: LinkTarget,
    { actor, params, body, reply }: { actor: Actor; params: LinkPath; body: { action?: string }; reply: Answer },
  ): Promise<void> {
    // Programs only read the number; the name before it is eLabFTW's table name.
    const place = `api/v2/${params.entity_type}/${params.id}/${params.entity_type}2${type}`
    if (body.action === 'duplicate') {
      await importLinks(ctx, actor, type, params)
      reply.created(`${place}/1`)
    } else {
      const { id } = await addLink(ctx, actor, type, params)
      reply.created(`${place}/${id}`)
    }
  }

  route(itemsLinks.list, ({ actor, params, query }) => listLinks(ctx, actor, 'items', params, query))
  route(itemsLinks.add, (call) => add('items', call), { before })
  route(itemsLinks.remove, ({ actor, params }) => removeLink(ctx, actor, 'items', params), { before })

  route(experimentsLinks.list, ({ actor, params, query }) => listLinks(ctx, actor, 'experiments', params, query))
  route(experimentsLinks.add, (call) => add('experiments', call), { before })
  route(experimentsLinks.remove, ({ actor, params }) => removeLink(ctx, actor, 'experiments', params), { before })
}
