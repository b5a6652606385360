import type { Upload } from '@aliquot/contract/uploads'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../../i18n/text.tsx'
import classes from './FileViewer.module.css'
import { markdownToHtml } from './markdown-html.ts'
import { Scrolled } from './Scrolled.tsx'
import { TextContent } from './TextView.tsx'
import { TwoViews } from './TwoViews.tsx'
import { useFileText } from './use-file-text.ts'
import { viewerTexts } from './viewer.text.ts'

/** It cleans what it is given, whoever has made it. */
const RenderedText = lazy(async () => ({ default: (await import('../../editor/RenderedText.tsx')).RenderedText }))

/** Longer ones are shown as they are written. */
const MOST_RENDERED = 512 * 1024

export function MarkdownView({ file }: { file: Upload }) {
  const text = useTexts(viewerTexts)
  const content = useFileText(file, MOST_RENDERED)
  if (file.filesize > MOST_RENDERED) return <TextContent file={file} content={content} />
  return (
    <TwoViews file={file} content={content} label={text.rendered}>
      {(source) => (
        <Scrolled className={classes.prose} label={file.real_name}>
          <Suspense>
            <RenderedText html={markdownToHtml(source)} />
          </Suspense>
        </Scrolled>
      )}
    </TwoViews>
  )
}
