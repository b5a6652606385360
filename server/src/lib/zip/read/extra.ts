import { InvalidInput } from '../../../errors.ts'

export interface ExtraNumbers {
  size: number
  packedSize: number
  offset: number
}

const FULL = 0xffff_ffff
const ZIP64 = 1

/** The numbers of a member; those that do not fit into four bytes are in an extra field. */
export function hugeNumbersIn(extra: Buffer, small: ExtraNumbers): ExtraNumbers {
  if (small.size !== FULL && small.packedSize !== FULL && small.offset !== FULL) return small
  const field = fieldOf(extra, ZIP64)
  // A file of exactly 4 GB - 1 needs none, but nobody writes that.
  if (!field) throw new InvalidInput('archive.damaged')
  let at = 0
  const next = (value: number): number => {
    if (value !== FULL) return value
    if (at + 8 > field.length) throw new InvalidInput('archive.damaged')
    const large = Number(field.readBigUInt64LE(at))
    at += 8
    if (!Number.isSafeInteger(large)) throw new InvalidInput('archive.damaged')
    return large
  }
  return { size: next(small.size), packedSize: next(small.packedSize), offset: next(small.offset) }
}

function fieldOf(extra: Buffer, id: number): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === id && end <= extra.length) return extra.subarray(at + 4, end)
    at = end
  }
  return undefined
}
