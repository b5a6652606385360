import { type Examples, entry, revised } from '../../../test/example-world.ts'

export const examples: Examples = {
  patchEntityRevision: async (world) => ({
    params: { ...entry(world.id), subid: await revised(world, 'experiments', world.id) },
    body: { action: 'replace' },
  }),
}
