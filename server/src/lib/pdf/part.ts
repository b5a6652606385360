import { arrayOf, dictOf, type PdfFile, type PdfObject, readPdf } from './objects.ts'
import { type PdfDict, PdfRef, type PdfValue, writeValue } from './values.ts'

/** Objects that all parts of a document share. */
export const SHARED = { catalog: 1, pages: 2, structure: 3, outline: 4, parents: 5, info: 6, metadata: 7, profile: 8 }
export const FIRST_OF_PARTS = 9

/** Where a part begins: the next numbers that are free. */
export interface PartStart {
  object: number
  /** Of marked content, in the tree that leads from it to its element. */
  key: number
}

/** Some pages, ready to be written into a larger document. */
export interface PdfPart {
  data: Uint8Array
  /** Where in `data` each object is, from the first number on. */
  offsets: Uint32Array
  pages: { number: number; count: number }
  /** The title in the list of contents; what is below it is in `data`. */
  outline: { number: number; text: string } | undefined
  /** The elements at the top of the structure. */
  elements: number[]
  /** A node of the tree of parents. */
  parents: { number: number; first: number; last: number } | undefined
  /** A node of the tree of names of elements. */
  names: { number: number; first: string; last: string } | undefined
  roles: string | undefined
  nextKey: number
}

/** Gives the objects of a whole PDF other numbers, and takes out what there is once in a document. */
export function partOf(pdf: Uint8Array, start: PartStart): PdfPart {
  const file = readPdf(pdf)
  const catalog = dictOf(file, file.trailer.get('Root'))
  const structure = catalog.has('StructTreeRoot') ? dictOf(file, catalog.get('StructTreeRoot')) : undefined
  const outlines = catalog.has('Outlines') ? dictOf(file, catalog.get('Outlines')) : undefined
  const top = outlines?.get('First')
  const shared = new Map([
    ...numbered(catalog.get('StructTreeRoot'), SHARED.structure),
    ...numbered(catalog.get('Outlines'), SHARED.outline),
  ])
  const left = new Set(
    [
      file.trailer.get('Root'),
      file.trailer.get('Info'),
      catalog.get('Metadata'),
      structure?.get('ParentTree'),
      structure?.get('IDTree'),
    ].flatMap((value) => (value instanceof PdfRef ? [value.number] : [])),
  )
  const kept = [...file.objects].filter(([number]) => !left.has(number) && !shared.has(number))
  const numbers = new Map(kept.map(([number], index) => [number, start.object + index]))
  const renumber = (number: number) => shared.get(number) ?? numbers.get(number) ?? 0
  const writer = new ObjectWriter(start.object)
  let outline: PdfPart['outline']
  for (const [number, object] of kept) {
    const value = adjusted(object.value, start, number === refOf(catalog.get('Pages')))
    if (number === refOf(top) && value instanceof Map) {
      // Its neighbours are known later.
      outline = { number: renumber(number), text: writeValue(value, renumber) }
      writer.skip()
    } else writer.write({ ...object, value }, renumber)
  }
  const pages = dictOf(file, catalog.get('Pages'))
  const parents = structure ? parentsOf(file, structure, start.key) : undefined
  const roles = structure?.get('RoleMap')
  const names = structure ? namesOf(file, structure, start) : undefined
  const nameNode = names ? writer.write({ value: names.node, stream: undefined }, renumber) : 0
  const parentNode = parents ? writer.write({ value: parents.node, stream: undefined }, renumber) : 0
  return {
    data: writer.data(),
    offsets: writer.offsets(),
    pages: { number: renumber(refOf(catalog.get('Pages')) ?? 0), count: Number(pages.get('Count')) },
    outline,
    elements: structure
      ? arrayOf(file, structure.get('K'))
          .flatMap((value) => refOf(value) ?? [])
          .map(renumber)
      : [],
    parents: parents && { number: parentNode, first: parents.first, last: parents.last },
    names: names && { number: nameNode, first: names.first, last: names.last },
    roles: roles && writeValue(roles, renumber),
    nextKey: parents ? parents.last + 1 : start.key,
  }
}

function numbered(value: PdfValue | undefined, to: number): [number, number][] {
  return value instanceof PdfRef ? [[value.number, to]] : []
}

function refOf(value: PdfValue | undefined): number | undefined {
  return value instanceof PdfRef ? value.number : undefined
}

const PRINT = 4

/**
 * Keys of marked content move behind those of earlier parts, names of elements become unique, and links are printed, as
 * archives must be.
 */
function adjusted(value: PdfValue, start: PartStart, isPages: boolean): PdfValue {
  if (!(value instanceof Map)) return value
  const changed: PdfDict = new Map(value)
  for (const name of ['StructParent', 'StructParents']) {
    const own = changed.get(name)
    if (typeof own === 'string') changed.set(name, String(Number(own) + start.key))
  }
  if (changed.get('Subtype') === '/Link' && !changed.has('F')) changed.set('F', String(PRINT))
  if (isPages) changed.set('Parent', new PdfRef(-1))
  const id = changed.get('ID')
  if (changed.has('S') && typeof id === 'string') changed.set('ID', ownName(id, start))
  if (changed.has('A')) changed.set('A', withOwnNames(changed.get('A') ?? '', start))
  return changed
}

/** The attributes of a cell name the headers above it. */
function withOwnNames(value: PdfValue, start: PartStart): PdfValue {
  if (Array.isArray(value)) return value.map((one) => withOwnNames(one, start))
  if (!(value instanceof Map) || !value.has('Headers')) return value
  const names = value.get('Headers')
  const own = Array.isArray(names)
    ? names.map((name) => (typeof name === 'string' ? ownName(name, start) : name))
    : names
  return new Map([...value, ['Headers', own ?? []]])
}

/** In the order of parts, because the tree of names is sorted. */
function ownName(name: string, { object }: PartStart): string {
  const text = name.startsWith('<') ? name.slice(1, -1) : Buffer.from(name.slice(1, -1), 'latin1').toString('hex')
  return `<${Buffer.from(String(object).padStart(10, '0')).toString('hex')}${text}>`.toUpperCase()
}

function namesOf(file: PdfFile, structure: PdfDict, start: PartStart) {
  const pairs: [string, PdfValue][] = []
  const visit = (node: PdfDict) => {
    const names = arrayOf(file, node.get('Names'))
    for (let at = 0; at + 1 < names.length; at += 2)
      pairs.push([ownName(String(names[at]), start), names[at + 1] ?? 'null'])
    for (const kid of arrayOf(file, node.get('Kids'))) visit(dictOf(file, kid))
  }
  if (structure.has('IDTree')) visit(dictOf(file, structure.get('IDTree')))
  if (pairs.length === 0) return undefined
  pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  const [first, last] = [pairs[0]?.[0] ?? '', pairs.at(-1)?.[0] ?? '']
  const node: PdfDict = new Map<string, PdfValue>([
    ['Limits', [first, last]],
    ['Names', pairs.flat()],
  ])
  return { node, first, last }
}

function parentsOf(file: PdfFile, structure: PdfDict, shift: number) {
  const pairs: [number, PdfValue][] = []
  const visit = (node: PdfDict) => {
    const nums = arrayOf(file, node.get('Nums'))
    for (let at = 0; at + 1 < nums.length; at += 2) pairs.push([Number(nums[at]) + shift, nums[at + 1] ?? 'null'])
    for (const kid of arrayOf(file, node.get('Kids'))) visit(dictOf(file, kid))
  }
  if (structure.has('ParentTree')) visit(dictOf(file, structure.get('ParentTree')))
  if (pairs.length === 0) return undefined
  pairs.sort(([a], [b]) => a - b)
  const [first, last] = [pairs[0]?.[0] ?? 0, pairs.at(-1)?.[0] ?? 0]
  const node: PdfDict = new Map<string, PdfValue>([
    ['Limits', [String(first), String(last)]],
    ['Nums', pairs.flatMap(([key, value]): PdfValue[] => [String(key), value])],
  ])
  return { node, first, last }
}

export class ObjectWriter {
  readonly #chunks: Uint8Array[] = []
  readonly #offsets: number[] = []
  readonly #first: number
  #length = 0

  constructor(first: number) {
    this.#first = first
  }

  /** Answers the number of the object. */
  write({ value, stream }: PdfObject, renumber: (number: number) => number): number {
    const number = this.#first + this.#offsets.length
    this.#offsets.push(this.#length)
    const text = writeValue(value, (one) => (one === -1 ? SHARED.pages : renumber(one)))
    this.#add(Buffer.from(`${number} 0 obj\n${text}${stream ? '\nstream\n' : '\nendobj\n'}`, 'latin1'))
    if (!stream) return number
    this.#add(stream)
    this.#add(Buffer.from('\nendstream\nendobj\n'))
    return number
  }

  /** The number of an object that is written elsewhere. */
  skip(): void {
    this.#offsets.push(NOT_HERE)
  }

  #add(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
    this.#length += bytes.length
  }

  data(): Uint8Array {
    return Buffer.concat(this.#chunks)
  }

  offsets(): Uint32Array {
    return Uint32Array.from(this.#offsets)
  }
}

export const NOT_HERE = 0xffffffff
