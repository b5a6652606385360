/** A task that was ticked or unticked. */
export interface Tick {
  isTicked: boolean
  words: string
}

/** A task as `textOfHtml` writes it, `☐ thaw cells`, or as Markdown does, `- [x] thaw cells`. */
const TASK = /^(\s*(?:[-*+]\s+)?)(☐|☑|\[[ xX]\])\s+(.*)$/

/** The tasks that both texts have, with another box. Equal words are told apart by their order. */
export function ticksBetween(before: string, after: string): Tick[] {
  const old = new Map(tasksOf(before).map(({ key, isTicked }) => [key, isTicked]))
  return tasksOf(after)
    .filter(({ key, isTicked }) => old.has(key) && old.get(key) !== isTicked)
    .map(({ isTicked, words }) => ({ isTicked, words }))
}

/** The text without the boxes that `ticks` tells about, to see whether anything else changed. */
export function withoutBoxes(text: string, ticks: readonly Tick[]): string {
  if (ticks.length === 0) return text
  const told = new Set(ticks.map(({ words }) => words))
  return text.replace(new RegExp(TASK, 'gm'), (line, start: string, _box, words: string) =>
    told.has(words) ? start + words : line,
  )
}

function tasksOf(text: string) {
  const counts = new Map<string, number>()
  return text.split('\n').flatMap((line) => {
    const [, , box, words] = TASK.exec(line) ?? []
    if (box === undefined || words === undefined) return []
    const count = counts.get(words) ?? 0
    counts.set(words, count + 1)
    return [{ key: `${words}\n${count}`, isTicked: box === '☑' || /x/i.test(box), words }]
  })
}
