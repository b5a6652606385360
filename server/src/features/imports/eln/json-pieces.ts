import { InvalidInput, TooLarge } from '../../../errors.ts'

/** A node of the graph as it stands in the metadata. */
export interface Piece {
  /** Where it begins. */
  at: number
  bytes: Buffer
}

export interface PieceLimits {
  depth: number
  /** Bytes of one node. */
  node: number
}

/** What may stand beside the graph: the context. */
const MOST_BESIDE = 4 * 1024 * 1024

/**
 * Cuts metadata into the nodes of its graph while it arrives: 100 MB of JSON would become a gigabyte of objects. The nodes
 * are not parsed here, but what is around them is.
 */
export async function* piecesOf(chunks: AsyncIterable<Buffer>, limits: PieceLimits): AsyncGenerator<Piece[]> {
  const scanner = new Scanner(limits)
  for await (const chunk of chunks) yield scanner.take(chunk)
  scanner.end()
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

class Scanner {
  readonly #limits: PieceLimits
  #depth = 0
  #isInText = false
  #isEscaped = false
  /** The text at the top level that was read last, and the key that it was. */
  #topText = ''
  #key = ''
  /** In the list of the graph, and what may come next there. */
  #graph: 'before' | 'in' | 'after' = 'before'
  #next: 'value or end' | 'value' | 'comma or end' = 'value or end'
  /** Bytes before this chunk. */
  #base = 0
  /** The piece that is being read: where it begins, and its earlier chunks. */
  #pieceAt = -1
  #isScalar = false
  #held: Buffer[] = []
  #heldBytes = 0
  /** All but the nodes. */
  #beside: Buffer[] = []
  #besideBytes = 0

  constructor(limits: PieceLimits) {
    this.#limits = limits
  }

  take(chunk: Buffer): Piece[] {
    const pieces: Piece[] = []
    let besideFrom = 0
    const start = (at: number, isScalar: boolean) => {
      if (this.#next === 'comma or end') throw new InvalidInput('archive.not_json')
      this.#pieceAt = this.#base + at
      this.#isScalar = isScalar
    }
    const finish = (at: number) => {
      const from = Math.max(0, this.#pieceAt - this.#base)
      this.#hold(chunk.subarray(from, at))
      pieces.push({
        at: this.#pieceAt,
        bytes: this.#held.length === 1 ? (this.#held[0] ?? chunk) : Buffer.concat(this.#held),
      })
      this.#held = []
      this.#heldBytes = 0
      this.#pieceAt = -1
      this.#next = 'comma or end'
    }
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk[at]
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (code === BACKSLASH) this.#isEscaped = true
        else if (code === QUOTE) {
          this.#isInText = false
          if (this.#isInGraph && this.#depth === 2) finish(at + 1)
          continue
        }
        if (this.#depth === 1 && this.#topText.length < 64) this.#topText += String.fromCharCode(code ?? 0)
        continue
      }
      const isAtNodes = this.#isInGraph && this.#depth === 2
      if (isAtNodes && this.#isScalar && this.#pieceAt >= 0 && isEnd(code)) finish(at)
      switch (code) {
        case QUOTE:
          this.#isInText = true
          if (this.#depth === 1) this.#topText = ''
          if (isAtNodes) start(at, false)
          break
        case OPEN_LIST:
        case OPEN_OBJECT:
          if (isAtNodes) start(at, false)
          this.#depth += 1
          if (this.#depth > this.#limits.depth)
            throw new InvalidInput('archive.deep_metadata', { most: this.#limits.depth })
          if (code === OPEN_LIST && this.#depth === 2 && this.#graph !== 'in' && this.#key === '@graph') {
            if (this.#graph === 'after') throw new InvalidInput('archive.not_json')
            this.#graph = 'in'
            this.#keepBeside(chunk.subarray(besideFrom, at + 1))
          }
          break
        case CLOSE_LIST:
        case CLOSE_OBJECT:
          this.#depth -= 1
          if (!this.#isInGraph) break
          if (this.#depth === 2) finish(at + 1)
          else if (this.#depth === 1) {
            if (this.#next === 'value') throw new InvalidInput('archive.not_json')
            this.#graph = 'after'
            besideFrom = at
          }
          break
        case COMMA:
          if (isAtNodes) {
            if (this.#next !== 'comma or end') throw new InvalidInput('archive.not_json')
            this.#next = 'value'
          }
          break
        case COLON:
          if (this.#depth === 1) this.#key = keyOf(this.#topText)
          break
        default:
          if (isAtNodes && this.#pieceAt < 0 && !isEnd(code)) start(at, true)
      }
    }
    // A copy, because whoever gave the chunk may release it.
    if (this.#pieceAt >= 0) this.#hold(Buffer.from(chunk.subarray(Math.max(0, this.#pieceAt - this.#base))))
    else if (!this.#isInGraph) this.#keepBeside(chunk.subarray(besideFrom))
    this.#base += chunk.length
    return pieces
  }

  end(): void {
    const text = Buffer.concat(this.#beside)
      .toString('utf8')
      .replace(/^\ufeff/, '')
    let whole: unknown
    try {
      whole = JSON.parse(text)
    } catch {
      throw new InvalidInput('archive.not_json')
    }
    const isObject = typeof whole === 'object' && whole !== null
    if (this.#graph !== 'after' || !isObject) throw new InvalidInput('archive.no_graph')
  }

  get #isInGraph(): boolean {
    return this.#graph === 'in'
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes > this.#limits.node) throw new TooLarge('archive.large_node', { most: this.#limits.node })
  }

  #keepBeside(bytes: Buffer): void {
    this.#beside.push(Buffer.from(bytes))
    this.#besideBytes += bytes.length
    if (this.#besideBytes > MOST_BESIDE) throw new TooLarge('archive.large_node', { most: MOST_BESIDE })
  }
}

/** Blanks, commas and brackets, which end a number. */
function isEnd(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === COMMA || code === CLOSE_LIST
}

function keyOf(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
