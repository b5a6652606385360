import type { PageWords } from '@aliquot/contract/page-words'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A place where the wanted words are, in points; several boxes if they go over a line end. */
export interface Hit {
  page: number
  boxes: Box[]
}

/** Finds words whatever their case and accents, also across line ends. */
export function findWords(page: PageWords, wanted: string): Hit[] {
  const sought = fold(wanted).trim().replace(/\s+/g, ' ')
  if (sought === '') return []
  const words = page.lines.flat()
  const starts: number[] = []
  let text = ''
  for (const word of words) {
    starts.push(text.length)
    text += `${fold(word.text)} `
  }
  const hits: Hit[] = []
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    const end = at + sought.length
    const boxes = words.flatMap((word, index): Box[] => {
      const start = starts[index] ?? 0
      const length = (starts[index + 1] ?? text.length) - 1 - start
      if (start >= end || start + length <= at || length === 0) return []
      // Letters are about equally wide.
      const from = Math.max(0, at - start) / length
      const to = Math.min(length, end - start) / length
      return [{ x: word.x + from * word.width, y: word.y, width: (to - from) * word.width, height: word.height }]
    })
    hits.push({ page: page.page, boxes })
  }
  return hits
}

function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
