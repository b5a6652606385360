import { labels } from '@aliquot/contract/labels'
import type { Examples, MakeExample, World } from '../../../test/example-world.ts'

export const examples: Examples = labelExamples()

function labelExamples(): Record<string, MakeExample> {
  const examples: Record<string, MakeExample> = {}
  for (const { add, patch, remove } of Object.values(labels)) {
    const labelled = async ({ as, ada }: World) => {
      const { id } = await as(ada).call(add, { params: { id: ada.team }, body: { name: 'Cloning' } })
      return { id: ada.team, subid: id }
    }
    examples[add.name] = ({ ada }) => ({ params: { id: ada.team }, body: { name: 'Cloning', color: '29aeb9' } })
    examples[patch.name] = async (world) => ({ params: await labelled(world), body: { title: 'Sequencing' } })
    examples[remove.name] = async (world) => ({ params: await labelled(world) })
  }
  return examples
}
