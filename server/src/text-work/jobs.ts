import { fieldChange, textChange } from '../journal/changes.ts'
import { cleanHtml, htmlToText } from '../lib/html.ts'
import { renderMarkdown } from '../lib/markdown.ts'
import { selfContained } from '../lib/offline-page/self-contained-html.ts'
import { searchedText } from '../lib/search-text.ts'
import { joinedWords } from '../lib/search-words.ts'

/** Work on texts whose time depends on their length, and on the malice of their author. */
export const textJobs = {
  cleanHtml,
  htmlToText,
  renderMarkdown,
  selfContained,
  fieldChange,
  textChange,
  searchedText,
  joinedWords,
}

export type TextJobs = typeof textJobs
export type TextJobName = keyof TextJobs

/** A job for a thread. */
export interface TextJob<N extends TextJobName = TextJobName> {
  name: N
  args: Parameters<TextJobs[N]>
}

/** Runs it synchronously. */
export function doJob<N extends TextJobName>({ name, args }: TextJob<N>): ReturnType<TextJobs[N]> {
  const work = textJobs[name] as (...args: unknown[]) => ReturnType<TextJobs[N]>
  return work(...args)
}
