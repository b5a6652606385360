import { BLOCK } from './blocks.ts'
import type { ZipMember, ZipSource } from './member.ts'

type Pieces = Exclude<Iterable<string>, string>

export function isPieces(content: ZipMember['content']): content is Pieces {
  return typeof content !== 'string' && Symbol.iterator in content
}

/** A longer text gets a deflater of its own. To encode and measure this much takes some milliseconds. */
const MOST_JOINED = 1_000_000

/** A short text as a whole, and a long one as a source that encodes one block after the other. */
export function joinIfShort(pieces: Pieces): string | ZipSource {
  const rest = pieces[Symbol.iterator]()
  const [start, isAll] = take(rest, MOST_JOINED)
  if (isAll) return start
  return { size: undefined, isPacked: false, open: async () => encodeBlocks(start, rest) }
}

async function* encodeBlocks(start: string, rest: Iterator<string>): AsyncGenerator<Buffer> {
  yield Buffer.from(start)
  for (;;) {
    const [text, isLast] = take(rest, BLOCK)
    if (text !== '') yield Buffer.from(text)
    if (isLast) return
  }
}

/** At least `length` of the text, and whether it ends there. */
function take(pieces: Iterator<string>, length: number): [text: string, isLast: boolean] {
  let text = ''
  while (text.length < length) {
    const { done, value } = pieces.next()
    if (done) return [text, true]
    text += value
  }
  return [text, false]
}
