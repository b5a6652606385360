import { markdownToHtml } from '@aliquot/contract/markdown'
import { RenderedText } from '../../rendered-text/RenderedText.tsx'

/** What is made of the source is cleaned by `RenderedText`. */
export function RenderedMarkdown({ source }: { source: string }) {
  return <RenderedText html={markdownToHtml(source, { isFile: true })} />
}
