export const BLOCK = 64 * 1024
const NONE: readonly Buffer[] = []

/** Collects small parts in blocks, because very many small buffers would become garbage. */
export function openBlocks() {
  const block = Buffer.allocUnsafeSlow(BLOCK)
  let used = 0
  let before = 0
  return {
    /** The length of all that was added so far. */
    length: () => before + used,
    /** Adds a part and returns the blocks that are now full. */
    add(part: Buffer): readonly Buffer[] {
      let full = NONE
      for (let at = 0; at < part.length; ) {
        const copied = part.copy(block, used, at)
        at += copied
        used += copied
        if (used < BLOCK) continue
        before += BLOCK
        used = 0
        // Copied as late as possible: long-lived buffers are collected late, and hundreds would pile up.
        full = [...full, Buffer.from(block)]
      }
      return full
    },
    rest: () => Buffer.from(block.subarray(0, used)),
  }
}
