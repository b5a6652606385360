import type { Examples, World } from '../../../test/example-world.ts'

const VIEW = { name: 'Running', entity_type: 'experiments', search: '{}' }

export const examples: Examples = {
  postView: () => ({ body: VIEW }),
  patchView: async (world) => ({ params: await viewed(world), body: { name: 'This week' } }),
  deleteView: async (world) => ({ params: await viewed(world) }),
}

async function viewed({ as, ada }: World): Promise<Record<string, number>> {
  return { id: (await as(ada).post('views', VIEW)).id }
}
