import type { Upload } from '@aliquot/contract/uploads'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { contentAddress, nameOf } from '../file-facts.ts'
import classes from './FileViewer.module.css'
import { NoView } from './NoView.tsx'
import { viewerMessages } from './viewer.messages.ts'

/** Audio and video, streamed by the browser from any position. */
export function MediaView({ file }: { file: Upload }) {
  const text = useMessages(viewerMessages)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <NoView file={file} why={text.noMedia} />
  const props = {
    src: contentAddress(file),
    controls: true,
    preload: 'metadata',
    'aria-label': nameOf(file),
    onError: () => setBroken(true),
  } as const
  return (
    <div className={classes.media}>
      {file.mime_type.startsWith('audio/') ? <audio {...props} /> : <video {...props} />}
    </div>
  )
}
