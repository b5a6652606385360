import type { Examples, World } from '../../../test/example-world.ts'

/** Nobody has this name. */
const URL = 'https://receiver.invalid/aliquot'

export const examples: Examples = {
  postWebhook: () => ({ body: { url: URL, kinds: ['experiment.created'] } }),
  patchWebhook: async (world) => ({ params: await made(world), body: { active: 0 } }),
  deleteWebhook: async (world) => ({ params: await made(world) }),
  postWebhookAction: async (world) => ({ params: await made(world), body: { action: 'rotate' } }),
  postWebhookDelivery: async (world) => {
    const { id = 0 } = await made(world)
    const { body } = await world.as(world.ada).post(`webhooks/${id}`, { action: 'test' })
    const { delivery } = body as { delivery: { id: number } }
    return { params: { id, did: delivery.id }, body: { action: 'redeliver' } }
  },
}

async function made({ as, ada }: World): Promise<Record<string, number>> {
  return { id: (await as(ada).post('webhooks', { url: URL })).id }
}
