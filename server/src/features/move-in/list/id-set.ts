const PER_PAGE = 65_536

/** Many ids in little memory: a bit each, in pages that are made when they are needed. */
export class IdSet {
  readonly #pages = new Map<number, Uint8Array>()
  size = 0
  highest = 0

  add(id: number): void {
    const number = Math.floor(id / PER_PAGE)
    let page = this.#pages.get(number)
    if (!page) {
      page = new Uint8Array(PER_PAGE / 8)
      this.#pages.set(number, page)
    }
    const [byte, bit] = placeOf(id)
    if (((page[byte] ?? 0) & bit) !== 0) return
    page[byte] = (page[byte] ?? 0) | bit
    this.size++
    this.highest = Math.max(this.highest, id)
  }

  has(id: number): boolean {
    const [byte, bit] = placeOf(id)
    return ((this.#pages.get(Math.floor(id / PER_PAGE))?.[byte] ?? 0) & bit) !== 0
  }
}

function placeOf(id: number): [byte: number, bit: number] {
  const rest = id % PER_PAGE
  return [rest >> 3, 1 << (rest & 7)]
}
