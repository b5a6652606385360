/**
 * Data Matrix codes (ISO/IEC 16022, ECC 200) of one block, as squares: up to 174 codewords, which are as many characters,
 * or twice as many digits.
 */
export interface DataMatrix {
  /** Modules of a side, without the quiet zone. */
  size: number
  isDark(x: number, y: number): boolean
}

/** The side of the symbol, the side of its data regions, codewords of data and of correction. */
const SYMBOLS = [
  [10, 8, 3, 5],
  [12, 10, 5, 7],
  [14, 12, 8, 10],
  [16, 14, 12, 12],
  [18, 16, 18, 14],
  [20, 18, 22, 18],
  [22, 20, 30, 20],
  [24, 22, 36, 24],
  [26, 24, 44, 28],
  [32, 14, 62, 36],
  [36, 16, 86, 42],
  [40, 18, 114, 48],
  [44, 20, 144, 56],
  [48, 22, 174, 68],
] as const

/** The side of the code, which costs less to know than its modules. */
export function dataMatrixSize(text: string): number | undefined {
  return symbolFor(text)?.symbol[0]
}

function symbolFor(text: string): { words: number[]; symbol: (typeof SYMBOLS)[number] } | undefined {
  if (!/^[\x20-\x7e]+$/.test(text)) return undefined
  const words = codewordsOf(text)
  const symbol = SYMBOLS.find(([, , room]) => room >= words.length)
  return symbol && { words, symbol }
}

/** Undefined if the text is too long, or not ASCII. */
export function dataMatrixOf(text: string): DataMatrix | undefined {
  const found = symbolFor(text)
  if (!found) return undefined
  const { words, symbol } = found
  const [size, region, room, correction] = symbol
  const data = padded(words, room)
  const perSide = size / (region + 2)
  const bits = placed([...data, ...correctionOf(data, correction)], region * perSide)
  const isDark = (x: number, y: number) => {
    const [inX, inY] = [x % (region + 2), y % (region + 2)]
    // Each region has a solid edge on the left and below, and a dotted one above and on the right.
    if (inX === 0 || inY === region + 1) return true
    if (inY === 0) return inX % 2 === 0
    if (inX === region + 1) return inY % 2 === 1
    const column = Math.floor(x / (region + 2)) * region + inX - 1
    const row = Math.floor(y / (region + 2)) * region + inY - 1
    return bits[row * region * perSide + column] === 1
  }
  return { size, isDark }
}

/** Two digits are one codeword. */
function codewordsOf(text: string): number[] {
  return [...text.matchAll(/\d\d|./g)].map(([one]) => (one.length === 2 ? 130 + Number(one) : one.charCodeAt(0) + 1))
}

/** The first pad is plain; the others differ, so that no pattern appears. */
function padded(words: readonly number[], room: number): number[] {
  const all = [...words]
  if (all.length < room) all.push(129)
  while (all.length < room) {
    const pad = 129 + ((149 * (all.length + 1)) % 253) + 1
    all.push(pad <= 254 ? pad : pad - 254)
  }
  return all
}

/** The powers of 2 in the field of 256 elements with x^8 + x^5 + x^3 + x^2 + 1, and their exponents. */
const POWERS: number[] = []
const EXPONENTS: number[] = []
for (let exponent = 0, power = 1; exponent < 255; exponent++) {
  POWERS[exponent] = power
  EXPONENTS[power] = exponent
  power = power < 128 ? power * 2 : (power * 2) ^ 0x12d
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (POWERS[((EXPONENTS[a] ?? 0) + (EXPONENTS[b] ?? 0)) % 255] ?? 0)
}

/** Reed-Solomon: the rest of the data divided by a polynomial with the roots 2, 2^2 and so on. */
function correctionOf(data: readonly number[], count: number): number[] {
  let divisor = [1]
  for (let exponent = 1; exponent <= count; exponent++) {
    const root = POWERS[exponent] ?? 0
    divisor = [...divisor, 0].map((factor, index) => factor ^ times(divisor[index - 1] ?? 0, root))
  }
  const rest = new Array<number>(count).fill(0)
  for (const word of data) {
    const lead = word ^ (rest.shift() ?? 0)
    rest.push(0)
    for (let index = 0; index < count; index++) {
      rest[index] = (rest[index] ?? 0) ^ times(divisor[index + 1] ?? 0, lead)
    }
  }
  return rest
}

type Cell = readonly [row: number, column: number]

/** The eight bits of a codeword, relative to the last one. */
const USUAL: readonly Cell[] = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
]

/** The bits of all codewords in a square without its edges, from the top left. */
function placed(words: readonly number[], side: number): Uint8Array {
  const UNSET = 2
  const bits = new Uint8Array(side * side).fill(UNSET)
  let next = 0
  const put = (cells: readonly Cell[]) => {
    const word = words[next++] ?? 0
    for (const [index, [row, column]] of cells.entries()) bits[row * side + column] = (word >> (7 - index)) & 1
  }
  // What leaves the square comes in again on the other side, shifted.
  const shift = 4 - ((side + 4) % 8)
  const wrapped = ([row, column]: Cell): Cell => {
    const [y, x] = row < 0 ? [row + side, column + shift] : [row, column]
    return x < 0 ? [y + shift, x + side] : [y, x]
  }
  const putAt = (row: number, column: number) => {
    if (row < 0 || column < 0 || row >= side || column >= side || bits[row * side + column] !== UNSET) return
    put(USUAL.map(([down, right]) => wrapped([row + down, column + right])))
  }
  const last = side - 1
  const top = (...columns: number[]): Cell[] => columns.map((column) => [0, column])
  const left = (...rows: number[]): Cell[] => rows.map((row) => [row, 0])
  const right = (...rows: number[]): Cell[] => rows.map((row) => [row, last])
  for (let row = 4, column = 0; row < side || column < side; row += 3, column += 1) {
    // The codewords at the corners.
    if (row === side && column === 0) {
      put([...[0, 1, 2].map((at): Cell => [last, at]), ...top(last - 1, last), ...right(1, 2, 3)])
    }
    if (row === side - 2 && column === 0) {
      if (side % 4 !== 0)
        put([...left(last - 2, last - 1, last), ...top(last - 3, last - 2, last - 1, last), [1, last]])
      if (side % 8 === 4) put([...left(last - 2, last - 1, last), ...top(last - 1, last), ...right(1, 2, 3)])
    }
    if (row === side + 4 && column === 2 && side % 8 === 0) {
      put([[last, 0], [last, last], ...top(last - 2, last - 1, last), [1, last - 2], [1, last - 1], [1, last]])
    }
    for (; row >= 0 && column < side; row -= 2, column += 2) putAt(row, column)
    row += 1
    column += 3
    for (; row < side && column >= 0; row += 2, column -= 2) putAt(row, column)
  }
  if (bits[side * side - 1] === UNSET) {
    for (const [row, column, bit] of [
      [last, last, 1],
      [last - 1, last - 1, 1],
      [last, last - 1, 0],
      [last - 1, last, 0],
    ] as const) {
      bits[row * side + column] = bit
    }
  }
  return bits
}
