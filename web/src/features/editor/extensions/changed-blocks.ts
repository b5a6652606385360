import type { Node as DocNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { AddMarkStep, RemoveMarkStep } from '@tiptap/pm/transform'

/** The text blocks that a transaction touched, by the current start of their content. */
export function changedTextBlocks({ doc, mapping, steps }: Transaction): Map<number, DocNode> {
  const blocks = new Map<number, DocNode>()
  const add = (from: number, to: number) => {
    doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (node, position) => {
      if (node.isTextblock) blocks.set(position + 1, node)
      return !node.isTextblock
    })
  }
  for (const [index, step] of steps.entries()) {
    const rest = mapping.slice(index + 1)
    // Changed marks do not move text, so a step map does not show them.
    if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) add(rest.map(step.from, -1), rest.map(step.to))
    mapping.maps[index]?.forEach((_oldStart, _oldEnd, start, end) => {
      add(rest.map(start, -1), rest.map(end, 1))
    })
  }
  return blocks
}
