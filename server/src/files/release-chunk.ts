/** Frees the memory of a chunk at once. The garbage collector would let 64 MB pile up first. */
export function releaseChunk({ buffer, byteLength }: Buffer): void {
  // A larger buffer is shared with other chunks.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
