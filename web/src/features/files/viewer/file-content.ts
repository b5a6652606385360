import { type Upload, uploads } from '@aliquot/contract/uploads'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { pathOf } from '../../../api/call.ts'
import { readBytes } from '../../../api/files.ts'
import { fileParams } from '../file-facts.ts'

/** Content never changes, so it is cached. */
export function partsOf(file: Upload, partBytes: number) {
  return infiniteQueryOptions({
    queryKey: ['file-content', file.id, partBytes],
    queryFn: ({ pageParam, signal }) => readPart(file, pageParam, partBytes, signal),
    initialPageParam: 0,
    getNextPageParam: (_last, _all, from) => (from + partBytes < file.filesize ? from + partBytes : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

async function readPart(file: Upload, from: number, length: number, signal: AbortSignal): Promise<Uint8Array> {
  // An empty file has no range.
  if (file.filesize === 0) return new Uint8Array()
  const path = pathOf(uploads.read, { params: fileParams(file), query: { format: 'binary' } })
  return readBytes(path, { from, length, signal })
}

/** Decodes bytes that may end in the middle of a character. Instruments do not always write UTF-8. */
export function decodeText(parts: readonly Uint8Array[]): string {
  const [first] = parts
  if (!first) return ''
  if (first[0] === 0xff && first[1] === 0xfe) return decode(parts, 'utf-16le')
  if (first[0] === 0xfe && first[1] === 0xff) return decode(parts, 'utf-16be')
  const text = decode(parts, 'utf-8')
  return isMostlyRight(text) ? text : decode(parts, 'windows-1252')
}

function decode(parts: readonly Uint8Array[], encoding: string): string {
  const decoder = new TextDecoder(encoding)
  return parts.map((part) => decoder.decode(part, { stream: true })).join('')
}

/** A few broken characters do not mean another encoding, if at least as many others beyond ASCII are valid. */
function isMostlyRight(text: string): boolean {
  if (!text.includes('\ufffd')) return true
  const broken = text.split('\ufffd').length - 1
  const beyondAscii = text.match(/[^\0-\x7f]/gu)?.length ?? 0
  return broken <= beyondAscii - broken
}
