import type { Upload } from '@aliquot/contract/uploads'
import { useMemo } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Scrolled } from '../../../ui/layout/Scrolled.tsx'
import classes from './FileViewer.module.css'
import { JsonTree } from './JsonTree.tsx'
import { readJson } from './json-text.ts'
import { TextContent } from './TextView.tsx'
import { TwoViews } from './TwoViews.tsx'
import { useFileText } from './use-file-text.ts'
import { viewerMessages } from './viewer.messages.ts'

/** Larger files are shown as text, part by part. */
const MOST_BYTES = 8 * 1024 * 1024

export function JsonView({ file }: { file: Upload }) {
  const text = useMessages(viewerMessages)
  const isLong = file.filesize > MOST_BYTES
  const content = useFileText(file, isLong ? 1024 * 1024 : MOST_BYTES)
  const read = useMemo(
    () => (isLong || content.text === undefined ? undefined : readJson(content.text)),
    [content.text, isLong],
  )
  if (read) {
    return (
      <TwoViews file={file} content={content} label={text.tree}>
        {() => (
          <Scrolled className={classes.tree} label={file.real_name}>
            <JsonTree value={read.value} />
          </Scrolled>
        )}
      </TwoViews>
    )
  }
  const isUnreadable = !isLong && content.text !== undefined && content.text !== ''
  return (
    <>
      {isUnreadable && <p className={classes.note}>{text.noJson}</p>}
      <TextContent file={file} content={content} />
    </>
  )
}
