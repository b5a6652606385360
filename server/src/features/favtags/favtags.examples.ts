import type { Examples } from '../../../test/example-world.ts'

export const examples: Examples = {
  postFavtags: () => ({ body: { tag: 'old' } }),
  deleteFavtag: async ({ as, ada, tag }) => {
    await as(ada).post('favtags', { tag: 'old' })
    return { params: { id: tag } }
  },
}
