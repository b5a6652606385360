import type { LabelCode } from '@aliquot/contract/label-sheets/geometry'
import type { LabelSheet } from '@aliquot/contract/label-sheets/sheets'

/** What is to be set on paper: plain data, with every word in the reader's language. */

export interface Sheet {
  /** Millimetres. */
  page: { width: number; height: number }
  /** `de` */
  language: string
  title: string
  /** The custom id, before the title. */
  mark: string
  author: string
  /** `2026-03-02T09:15:40.123Z` */
  madeAt: string
  classification: string
  /** What stands above the title: category and status, with their colours. */
  badges: Badge[]
  facts: Fact[]
  /** The main text: clean HTML. */
  html: string
  /** Of links in the text. */
  baseUrl: string
  sections: Section[]
  /** The last block, with the code of the address. */
  about: { title: string; address: string; facts: Fact[] }
  /** At the foot of each page. */
  foot: { id: string; words: string; address: string }
  words: SheetWords
  /** WebP pictures by the long names of the files. */
  pictures: ReadonlyMap<string, Uint8Array>
}

export interface Badge {
  text: string
  /** `29aeb9` */
  color: string
}

export interface Fact {
  name: string
  value: string
  href?: string | undefined
}

/** `more` says how many are left out. */
export type Section = { title: string; more?: string | undefined } & (
  | { kind: 'facts'; groups: { title: string; facts: Fact[] }[] }
  | { kind: 'steps'; steps: { isDone: boolean; text: string; told: string }[] }
  | { kind: 'links'; links: { text: string; told: string; href: string }[] }
  | { kind: 'files'; files: SheetFile[] }
  | { kind: 'said'; said: { who: string; text: string }[] }
  | { kind: 'signature'; lines: string[] }
  | { kind: 'note'; text: string }
)

export interface SheetFile {
  name: string
  told: string
  comment: string
  /** In hexadecimal digits, with the name of its algorithm. */
  hash: string
  /** The key of its small picture. */
  picture: string | undefined
}

/** `{n}` and such are replaced. */
export interface SheetWords {
  /** `Page {n} of {m}` */
  page: string
  callouts: Record<'note' | 'tip' | 'warning' | 'danger', string>
  recording: string
  /** A picture that is not a file of the notebook. */
  notFetched: string
  notShown: string
  moreRows: string
  /** `{list}` */
  noFont: string
}

/** A code with words under it. */
export interface CodeLabel {
  address: string
  title: string
}

export interface CodeSheet {
  page: { width: number; height: number }
  language: string
  title: string
  author: string
  madeAt: string
  words: Pick<SheetWords, 'page' | 'noFont'>
  labels: CodeLabel[]
}

/** One code as a picture. */
export interface CodePicture {
  address: string
  /** The title, if it is to be shown. */
  lines: string[]
  /** Pixels of each side of the code. */
  size: number
}

/** Labels to be stuck on things. */
export interface LabelPages {
  language: string
  title: string
  author: string
  madeAt: string
  sheet: LabelSheet
  labels: PaperLabel[]
  /** What is at each place: the numbers of the labels. */
  places: number[]
  /** The first place, counted from 0. */
  first: number
}

export interface PaperLabel {
  code: LabelCode
  /** The content of the code. */
  says: string
  title: string
  lines: string[]
}
