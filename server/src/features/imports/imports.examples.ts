import { eln } from '../../../test/archives/eln.ts'
import type { Examples, World } from '../../../test/example-world.ts'
import type { Part } from '../../../test/forms.ts'

const ENTRY = { '@id': './salt/', '@type': 'Dataset', name: 'Salt', genre: 'experiment', text: '<p>Sea</p>' }

function form(): Part[] {
  return [{ name: 'file', filename: 'lab.eln', content: eln([ENTRY]) }]
}

export const examples: Examples = {
  postImport: () => ({ form: form() }),
  postImports: () => ({ form: form() }),
  patchImport: async ({ as, ada }: World) => {
    const { id } = await as(ada).postForm('imports', form())
    return { params: { id }, body: { action: 'stop' } }
  },
}
