import type { Upload } from '@aliquot/contract/uploads'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import classes from './FileViewer.module.css'
import { Loaded, TextContent } from './TextView.tsx'
import type { FileText } from './use-file-text.ts'
import { viewerMessages } from './viewer.messages.ts'

interface TwoViewsProps {
  file: Upload
  content: FileText
  /** The label of the first view. */
  label: string
  children: (text: string) => ReactNode
}

/** A text as rendered, or as source. */
export function TwoViews({ file, content, label, children }: TwoViewsProps) {
  const text = useMessages(viewerMessages)
  const [view, setView] = useState<'meant' | 'written'>('meant')
  return (
    <>
      <div className={classes.choice}>
        <Segments<'meant' | 'written'>
          isTall
          label={text.view}
          value={view}
          options={[
            { value: 'meant', label },
            { value: 'written', label: text.raw },
          ]}
          onChange={setView}
        />
      </div>
      {view === 'written' ? (
        <TextContent file={file} content={content} />
      ) : (
        <Loaded file={file} content={content}>
          {children}
        </Loaded>
      )}
    </>
  )
}
