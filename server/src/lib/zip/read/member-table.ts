import { HashIndex } from '../../large/hash-index.ts'

export interface MemberFacts {
  isFolder: boolean
  flags: number
  method: number
  crc: number
  packedSize: number
  size: number
  /** Of the local header. */
  offset: number
  /** Of the name as it was written. */
  nameHash: number
}

/** What is known of each member, in about 60 bytes: an archive may have 200,000. */
export class MemberTable {
  count = 0
  readonly #byKey = new HashIndex()
  readonly #numbers: Float64Array
  readonly #small: Uint32Array
  readonly #folders: Uint8Array

  constructor(most: number) {
    this.#numbers = new Float64Array(most * NUMBERS)
    this.#small = new Uint32Array(most * SMALL)
    this.#folders = new Uint8Array(most)
  }

  /** The number of the member with this key. */
  find(keyHash: number): number | undefined {
    return this.#byKey.get(keyHash)
  }

  add(keyHash: number, { isFolder, flags, method, crc, packedSize, size, offset, nameHash }: MemberFacts): number {
    const member = this.count++
    this.#byKey.set(keyHash, member)
    this.#numbers.set([offset, packedSize, size, nameHash, 0], member * NUMBERS)
    this.#small.set([crc, flags, method], member * SMALL)
    this.#folders[member] = isFolder ? 1 : 0
    return member
  }

  of(member: number): MemberFacts & { dataStart: number } {
    const [offset = 0, packedSize = 0, size = 0, nameHash = 0, dataStart = 0] = this.#numbers.subarray(member * NUMBERS)
    const [crc = 0, flags = 0, method = 0] = this.#small.subarray(member * SMALL)
    return { isFolder: this.isFolder(member), flags, method, crc, packedSize, size, offset, nameHash, dataStart }
  }

  isFolder(member: number): boolean {
    return this.#folders[member] === 1
  }

  size(member: number): number {
    return this.#numbers[member * NUMBERS + 2] ?? 0
  }

  setDataStart(member: number, start: number): void {
    this.#numbers[member * NUMBERS + 4] = start
  }

  /** The members as they follow each other in the file. */
  inFileOrder(): Uint32Array {
    const order = Uint32Array.from({ length: this.count }, (_, member) => member)
    return order.sort((a, b) => this.#offset(a) - this.#offset(b))
  }

  #offset(member: number): number {
    return this.#numbers[member * NUMBERS] ?? 0
  }
}

const NUMBERS = 5
const SMALL = 3
