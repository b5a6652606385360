import type { Upload } from '@aliquot/contract/uploads'
import { useMessages } from '../../../i18n/messages.tsx'
import { Scrolled } from '../../../ui/layout/Scrolled.tsx'
import { onDemand } from '../../../ui/on-demand/on-demand.tsx'
import classes from './FileViewer.module.css'
import { TextContent } from './TextView.tsx'
import { TwoViews } from './TwoViews.tsx'
import { useFileText } from './use-file-text.ts'
import { viewerMessages } from './viewer.messages.ts'

/** Loaded with the parser. */
const RenderedMarkdown = onDemand(async () => (await import('./RenderedMarkdown.tsx')).RenderedMarkdown)

/** Longer ones are shown as source, because each character may become an element. */
const MOST_RENDERED = 128 * 1024

/** The size of a part. */
const PART = 512 * 1024

export function MarkdownView({ file }: { file: Upload }) {
  const text = useMessages(viewerMessages)
  const content = useFileText(file, PART)
  if (file.filesize > MOST_RENDERED) return <TextContent file={file} content={content} />
  return (
    <TwoViews file={file} content={content} label={text.rendered}>
      {(source) => (
        <Scrolled className={classes.prose} label={file.real_name}>
          <RenderedMarkdown source={source} />
        </Scrolled>
      )}
    </TwoViews>
  )
}
