import { type Examples, entry, type World } from '../../../test/example-world.ts'

export const examples: Examples = {
  postEntitySteps: ({ id }) => ({ params: entry(id), body: { body: 'Dilute the sample' } }),
  patchEntityStep: async (world) => ({ params: await stepped(world), body: { action: 'finish' } }),
  patchEntitySteps: async (world) => ({ params: await stepped(world), body: { action: 'forcelock' } }),
  deleteEntityStep: async (world) => ({ params: await stepped(world) }),
}

/** A step of ada's experiment. */
async function stepped({ as, ada, id }: World): Promise<Record<string, number | string>> {
  return { ...entry(id), subid: (await as(ada).post(`experiments/${id}/steps`, { body: 'Weigh' })).id }
}
