import { markdownToHtml } from '@aliquot/contract/markdown'
import { RenderedText } from '../../rendered-text/RenderedText.tsx'

/** `RenderedText` cleans the HTML. */
export function RenderedMarkdown({ source }: { source: string }) {
  return <RenderedText html={markdownToHtml(source, { isFile: true })} />
}
