import { type Examples, entry } from '../../../test/example-world.ts'

export const examples: Examples = {
  patchEntityTimelineItem: async ({ as, ada, id }) => {
    await as(ada).patch(`experiments/${id}`, { rating: 5 })
    return { params: { ...entry(id), subid: 1 }, body: { action: 'restore' } }
  },
}
