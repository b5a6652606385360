import type { Upload } from '@aliquot/contract/uploads'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../../i18n/text.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import classes from './FileViewer.module.css'
import { markdownToHtml } from './markdown-html.ts'
import { Scrolled } from './Scrolled.tsx'
import { Loaded, TextContent } from './TextView.tsx'
import { useFileText } from './use-file-text.ts'
import { viewerTexts } from './viewer.text.ts'

/** It cleans what it is given, whoever has made it. */
const RenderedText = lazy(async () => ({ default: (await import('../../editor/RenderedText.tsx')).RenderedText }))

/** Longer ones are shown as they are written. */
const MOST_RENDERED = 512 * 1024

export function MarkdownView({ file }: { file: Upload }) {
  const text = useTexts(viewerTexts)
  const content = useFileText(file, MOST_RENDERED)
  const [view, setView] = useState<'rendered' | 'raw'>('rendered')
  const isLong = file.filesize > MOST_RENDERED
  if (isLong) return <TextContent file={file} content={content} />
  return (
    <>
      <div className={classes.choice}>
        <Segments<'rendered' | 'raw'>
          isTall
          label={text.view}
          value={view}
          options={[
            { value: 'rendered', label: text.rendered },
            { value: 'raw', label: text.raw },
          ]}
          onChange={setView}
        />
      </div>
      {view === 'raw' ? (
        <TextContent file={file} content={content} />
      ) : (
        <Loaded file={file} content={content}>
          {(source) => (
            <Scrolled className={classes.prose} label={file.real_name}>
              <Suspense>
                <RenderedText html={markdownToHtml(source)} />
              </Suspense>
            </Scrolled>
          )}
        </Loaded>
      )}
    </>
  )
}
