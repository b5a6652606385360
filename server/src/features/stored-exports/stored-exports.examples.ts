import type { Examples, World } from '../../../test/example-world.ts'

const ELN = { format: 'eln', experiments: 'on' }

export const examples: Examples = {
  postExports: () => ({ body: ELN }),
  deleteExport: async ({ as, ada }: World) => ({ params: { id: (await as(ada).post('exports', ELN)).id } }),
}
