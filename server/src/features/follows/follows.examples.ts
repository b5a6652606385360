import { type Examples, entry } from '../../../test/example-world.ts'

export const examples: Examples = {
  postFollow: ({ id }) => ({ params: entry(id), body: {} }),
  deleteFollow: async ({ as, ada, id }) => {
    await as(ada).post(`experiments/${id}/follow`, {})
    return { params: entry(id) }
  },
}
