import { cleanHtml } from './html.ts'
import { loadLater } from './loading/load-later.ts'

const parser = loadLater<typeof import('@aliquot/contract/markdown')>('@aliquot/contract/markdown')

/** Renders GitHub-flavoured Markdown as clean HTML. */
export function renderMarkdown(source: string): string {
  return cleanHtml(parser().markdownToHtml(source))
}
