import { fieldChange, textChange } from '../journal/changes.ts'
import { cleanHtml, htmlToText } from '../lib/html.ts'
import { renderMarkdown } from '../lib/markdown.ts'
import { searchedBody } from '../lib/search-text.ts'

/** Work on texts that takes time in their length, and in the ill will of whoever wrote them. */
export const textJobs = {
  cleanHtml,
  htmlToText,
  renderMarkdown,
  fieldChange,
  textChange,
  searchedBody,
}

export type TextJobs = typeof textJobs
export type TextJobName = keyof TextJobs

/** A job as it is sent to a thread. */
export interface TextJob<N extends TextJobName = TextJobName> {
  name: N
  args: Parameters<TextJobs[N]>
}

/** Does it here and now. */
export function doJob<N extends TextJobName>({ name, args }: TextJob<N>): ReturnType<TextJobs[N]> {
  const work = textJobs[name] as (...args: unknown[]) => ReturnType<TextJobs[N]>
  return work(...args)
}
