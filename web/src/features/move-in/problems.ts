import type { MoveInReport } from '@aliquot/contract/move-in'

interface Group {
  code: string
  message: string
  count: number
  examples: string[]
}

const MOST_EXAMPLES = 8

/** Problems by their kind, with what a few of them are about. */
export function groupProblems(problems: MoveInReport['problems']): Group[] {
  const groups = new Map<string, Group>()
  for (const { code, message, title, detail } of problems) {
    const group = groups.get(code) ?? { code, message, count: 0, examples: [] }
    groups.set(code, group)
    group.count++
    const example = [title, detail].filter((part) => part !== '').join(': ')
    if (example !== '' && group.examples.length < MOST_EXAMPLES && !group.examples.includes(example)) {
      group.examples.push(example)
    }
  }
  return [...groups.values()]
}
