/** What is asked of the process for contents. `path` is a copy of the content that belongs to it alone. */
export type Request =
  | { task: 'text'; path: string; mime: string; mostMs: number }
  | { task: 'page'; path: string; mime: string; page: number; side: number }

export interface MadeText {
  /** Distinct folded words, with blanks between them. */
  words: string
  /** The text, deflated. */
  text: Uint8Array | null
  /** Why something is missing. */
  problem: string | null
}

/** Everything that is made of a content once. */
export interface MadeContent extends MadeText {
  thumbnail: Uint8Array | null
  pages: number | null
}

/** A picture of one page, or of the whole; null when it has no such page. */
export type MadePage = { picture: Uint8Array; pages: number | null } | null

export type Made<R extends Request> = R['task'] extends 'text' ? MadeText : MadePage

export type Reply = { made: MadeText | MadePage } | { problem: string }
