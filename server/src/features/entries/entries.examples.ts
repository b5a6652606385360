import { type Examples, entry } from '../../../test/example-world.ts'

export const examples: Examples = {
  postEntity: () => ({ params: { entity_type: 'experiments' }, body: { title: 'Crystals' } }),
  postEntityAction: ({ id }) => ({ params: entry(id), body: { action: 'duplicate' } }),
  patchEntity: ({ id }) => ({ params: entry(id), body: { title: 'Crystals, second batch' } }),
  deleteEntity: ({ id }) => ({ params: entry(id) }),
}
