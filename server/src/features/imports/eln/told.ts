import type { IncomingEntry, IncomingPerson } from '../incoming.ts'
import type { MainText } from './text.ts'

/** What a program tells about an entry outside the metadata. */
export interface Told {
  title?: string
  text?: MainText
  author?: IncomingPerson
  date?: string
  createdAt?: string
  modifiedAt?: string
  tags?: readonly string[]
  fields?: IncomingEntry['fields']
  /** What its texts call it. */
  addresses?: readonly string[]
}
