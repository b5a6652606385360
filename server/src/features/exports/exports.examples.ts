import type { Examples } from '../../../test/example-world.ts'

const EXPORT = 'an-export-of-ada'

export const examples: Examples = {
  stopExport: async ({ as, ada, id }) => {
    await as(ada).get(`experiments/${id}?format=csv&progress=${EXPORT}`)
    return { params: { id: EXPORT } }
  },
}
