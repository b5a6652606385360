import { htmlToText } from './html.ts'
import { foldText } from './text.ts'

/** The form of a text for substring search: case and accents folded, on one line. */
export function searchText(text: string): string {
  // Single blanks stay: replacing each by itself takes twice as long.
  return foldText(text)
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim()
}

const HTML = 1

/** The searched form of a main text. */
export function searchedText(body: string, contentType: number): string {
  return searchText(contentType === HTML ? htmlToText(body) : body)
}
