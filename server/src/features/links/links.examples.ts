import { type Examples, entry, type World } from '../../../test/example-world.ts'

export const examples: Examples = {
  postEntityItemsLinks: async (world) => ({ params: await linkable(world, 'items') }),
  deleteEntityItemsLink: async (world) => ({ params: await linked(world, 'items') }),
  postEntityExperimentsLinks: async (world) => ({ params: await linkable(world, 'experiments') }),
  deleteEntityExperimentsLink: async (world) => ({ params: await linked(world, 'experiments') }),
}

async function linked(world: World, type: string): Promise<Record<string, number | string>> {
  const params = await linkable(world, type)
  await world.as(world.ada).post(`experiments/${world.id}/${type}_links/${params.subid}`)
  return params
}

/** An entry that Ada's experiment does not link to. */
async function linkable({ as, ada, id }: World, type: string): Promise<Record<string, number | string>> {
  return { ...entry(id), subid: (await as(ada).post(type, {})).id }
}
