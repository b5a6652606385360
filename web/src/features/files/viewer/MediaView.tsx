import type { Upload } from '@aliquot/contract/uploads'
import { useState } from 'react'
import { useTexts } from '../../../i18n/text.tsx'
import { contentAddress, nameOf } from '../file-facts.ts'
import classes from './FileViewer.module.css'
import { NoView } from './NoView.tsx'
import { viewerTexts } from './viewer.text.ts'

/** Sound and film, played by the browser from where one is in it. */
export function MediaView({ file }: { file: Upload }) {
  const text = useTexts(viewerTexts)
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
