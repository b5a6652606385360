import type { Upload } from '@aliquot/contract/uploads'
import { Button } from '@mantine/core'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Scrolled } from '../../../ui/layout/Scrolled.tsx'
import { contentAddress, nameOf, previewAddress } from '../file-facts.ts'
import classes from './FileViewer.module.css'
import { isDrawn } from './file-kind.ts'
import { NoView } from './NoView.tsx'
import { useZoom } from './use-zoom.ts'
import { viewerMessages } from './viewer.messages.ts'

/** A larger original is loaded only for somebody who zooms in. */
const MOST_BYTES = 4_000_000

export function PictureView({ file }: { file: Upload }) {
  const text = useMessages(viewerMessages)
  const [isBroken, setBroken] = useState(false)
  const hasPreview = file.has_thumbnail === 1
  if (isBroken || (!isDrawn(file) && !hasPreview)) return <NoView file={file} why={text.noPicture} />
  return <Picture file={file} isSmall={file.filesize <= MOST_BYTES || !hasPreview} tellBroken={() => setBroken(true)} />
}

const TOOL = { variant: 'default', size: 'md', h: 44, px: 'md' } as const
const ICON = { size: 18, 'aria-hidden': true } as const

function Picture({ file, isSmall, tellBroken }: { file: Upload; isSmall: boolean; tellBroken(): void }) {
  const text = useMessages(viewerMessages)
  const { stage, image, isZoomed, style, dragging, ...zoom } = useZoom()
  const source = isDrawn(file) && (isSmall || isZoomed) ? contentAddress(file) : previewAddress(file)
  return (
    <>
      <Scrolled
        ref={stage}
        className={classes.stage}
        label={nameOf(file)}
        data-zoomed={isZoomed || undefined}
        onDoubleClick={isZoomed ? zoom.fit : zoom.showOwnSize}
        {...dragging}
      >
        <img ref={image} src={source} alt={nameOf(file)} draggable={false} style={style} onError={tellBroken} />
      </Scrolled>
      <div className={classes.bar}>
        <Button {...TOOL} aria-label={text.zoomOut} disabled={!isZoomed} onClick={zoom.zoomOut}>
          <Minus {...ICON} />
        </Button>
        <Button {...TOOL} aria-label={text.zoomIn} onClick={zoom.zoomIn}>
          <Plus {...ICON} />
        </Button>
        <Button {...TOOL} disabled={!isZoomed} onClick={zoom.fit}>
          {text.fit}
        </Button>
        <Button {...TOOL} onClick={zoom.showOwnSize}>
          {text.actual}
        </Button>
      </div>
    </>
  )
}
