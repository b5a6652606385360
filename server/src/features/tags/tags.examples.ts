import { administered, type Examples, entry } from '../../../test/example-world.ts'

export const examples: Examples = {
  postEntityTags: ({ id }) => ({ params: entry(id), body: { tag: 'PCR' } }),
  patchEntityTag: ({ id, tag }) => ({ params: { ...entry(id), subid: tag }, body: { action: 'unreference' } }),
  deleteEntityTag: ({ id, tag }) => ({ params: { ...entry(id), subid: tag } }),
  deleteEntityTags: ({ id }) => ({ params: entry(id) }),
  postTeamTags: async (world) => ({ params: await administered(world), body: { tag: 'ELISA' } }),
  patchTeamTag: async (world) => ({
    params: { ...(await administered(world)), subid: world.tag },
    body: { action: 'updatetag', tag: 'older' },
  }),
  deleteTeamTag: async (world) => ({ params: { ...(await administered(world)), subid: world.tag } }),
}
