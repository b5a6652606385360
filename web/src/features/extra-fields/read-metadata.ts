type ReadMetadata =
  | { kind: 'metadata'; metadata: object | null }
  /** With the words of the browser about the mistake. */
  | { kind: 'not-json'; mistake: string }
  | { kind: 'not-object' }

/** Metadata as somebody typed it. No text removes all of it. */
export function readMetadata(json: string): ReadMetadata {
  if (json.trim() === '') return { kind: 'metadata', metadata: null }
  try {
    const metadata: unknown = JSON.parse(json)
    const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
    return isObject ? { kind: 'metadata', metadata } : { kind: 'not-object' }
  } catch (error) {
    return { kind: 'not-json', mistake: (error as SyntaxError).message }
  }
}
