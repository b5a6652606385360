/** What belongs to an entry over there, and what it has become here: their ids and ours. */
export interface Parts {
  comments: [theirs: number, ours: number][]
  files: [theirs: number, ours: number][]
  /** The file with its earlier texts, and its hash. */
  earlier?: [ours: number, hash: string]
  /** Entries to which it links. */
  links: [type: string, theirs: number][]
}

export function readParts(text: string | null): Parts {
  return text === null ? { comments: [], files: [], links: [] } : (JSON.parse(text) as Parts)
}
