/**
 * Shows as many tags as there is room for, and how many more there are: `gfp · his-tag · +2`. The room depends on the
 * title beside them, so it is measured, for all rows at once before the browser paints.
 */
export function fitTags(line: HTMLElement): () => void {
  observer ??= new ResizeObserver((entries) => {
    // Read everything first: each write would let the next read lay out the page again.
    const fits = entries.map(({ target }) => measure(target as HTMLElement))
    for (const fit of fits) show(fit)
  })
  observer.observe(line)
  return () => observer?.unobserve(line)
}

let observer: ResizeObserver | undefined

interface Fit {
  tags: HTMLElement[]
  more: HTMLElement
  /** How many tags are shown, and where the last of them ends. */
  count: number
  end: number
}

const GAP = 4
/** The room for `+12`. */
const MORE = 28

function measure(line: HTMLElement): Fit {
  const tags = [...line.children] as HTMLElement[]
  const more = tags.pop() as HTMLElement
  const ends = tags.map(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth)
  const count = howManyFit(ends, line.clientWidth)
  return { tags, more, count, end: ends[count - 1] ?? -GAP }
}

/** How many of the tags with these right edges fit, if all but the last leave room for the number of the others. */
export function howManyFit(ends: readonly number[], room: number): number {
  let count = 0
  for (const [index, end] of ends.entries()) {
    const isLast = index === ends.length - 1
    if (end <= (isLast ? room : room - GAP - MORE)) count = index + 1
  }
  return count
}

function show({ tags, more, count, end }: Fit): void {
  for (const [index, tag] of tags.entries()) tag.toggleAttribute('data-hidden', index >= count)
  const rest = tags.slice(count)
  more.hidden = rest.length === 0
  more.textContent = rest.length === 0 ? '' : `+${rest.length}`
  more.title = rest.map((tag) => tag.textContent).join(', ')
  more.style.insetInlineStart = `${end + GAP}px`
}
