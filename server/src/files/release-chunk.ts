/**
 * Gives back the memory of a chunk that nobody needs any more: left to the garbage, chunks would pile up to 64 MB before V8
 * looks at them.
 */
export function releaseChunk({ buffer, byteLength }: Buffer): void {
  // A larger one holds something else, too.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
