/** The tasks of the media process. `path` is a private copy of the content. */
export type Request =
  | { task: 'text'; path: string; mime: string; mostMs: number }
  | { task: 'page'; path: string; mime: string; page: number; side: number }
  | { task: 'words'; path: string; page: number; count: number; mostMs: number }

export interface MadeText {
  /** Distinct folded words, separated by blanks. */
  words: string
  /** The text, deflated. */
  text: Uint8Array | null
  /** Why something is missing. */
  problem: string | null
}

/** All that is derived from a content once. */
export interface MadeContent extends MadeText {
  thumbnail: Uint8Array | null
  pages: number | null
}

/** A picture of one page, or of the whole; the words of pages as JSON; null if there is no such page. */
export type MadePage = { data: Uint8Array; pages: number | null } | null

export type Made<R extends Request> = R['task'] extends 'text' ? MadeText : MadePage

export type Reply = { made: MadeText | MadePage } | { problem: string }
