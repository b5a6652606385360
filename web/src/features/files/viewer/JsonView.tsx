import type { Upload } from '@aliquot/contract/uploads'
import { useMemo, useState } from 'react'
import { useTexts } from '../../../i18n/text.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import classes from './FileViewer.module.css'
import { JsonTree } from './JsonTree.tsx'
import { readJson } from './json-text.ts'
import { Scrolled } from './Scrolled.tsx'
import { Loaded, TextContent } from './TextView.tsx'
import { useFileText } from './use-file-text.ts'
import { viewerTexts } from './viewer.text.ts'

/** More is shown as text, a part at a time. */
const MOST_BYTES = 8 * 1024 * 1024

export function JsonView({ file }: { file: Upload }) {
  const text = useTexts(viewerTexts)
  const isLong = file.filesize > MOST_BYTES
  const content = useFileText(file, isLong ? 1024 * 1024 : MOST_BYTES)
  const [view, setView] = useState<'tree' | 'raw'>('tree')
  const read = useMemo(
    () => (isLong || content.text === undefined ? undefined : readJson(content.text)),
    [content.text, isLong],
  )
  const isUnreadable = !isLong && content.text !== undefined && content.text !== '' && !read
  return (
    <>
      {read && (
        <div className={classes.choice}>
          <Segments<'tree' | 'raw'>
            isTall
            label={text.view}
            value={view}
            options={[
              { value: 'tree', label: text.tree },
              { value: 'raw', label: text.raw },
            ]}
            onChange={setView}
          />
        </div>
      )}
      {isUnreadable && <p className={classes.note}>{text.noJson}</p>}
      {read && view === 'tree' ? (
        <Loaded file={file} content={content}>
          {() => (
            <Scrolled className={classes.tree} label={file.real_name}>
              <JsonTree value={read.value} />
            </Scrolled>
          )}
        </Loaded>
      ) : (
        <TextContent file={file} content={content} />
      )}
    </>
  )
}
