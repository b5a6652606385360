import { administered, type Examples, type World } from '../../../test/example-world.ts'

export const examples: Examples = {
  postTeamgroups: async (world) => ({ params: await administered(world), body: { name: 'Microscopists' } }),
  patchTeamgroup: async (world) => ({ params: await grouped(world), body: { how: 'add', userid: world.ada.id } }),
  deleteTeamgroup: async (world) => ({ params: await grouped(world) }),
}

/** A group of the administered team. */
async function grouped(world: World): Promise<Record<string, number>> {
  const params = await administered(world)
  const { id } = await world.as(world.ada).post('teams/current/teamgroups', { name: 'Microscopists' })
  return { ...params, subid: id }
}
