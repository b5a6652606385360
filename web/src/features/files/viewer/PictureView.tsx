import type { Upload } from '@aliquot/contract/uploads'
import { Button } from '@mantine/core'
import { Minus, Plus } from 'lucide-react'
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/text.tsx'
import { contentAddress, nameOf, previewAddress } from '../file-facts.ts'
import classes from './FileViewer.module.css'
import { isDrawn } from './file-kind.ts'
import { NoView } from './NoView.tsx'
import { Scrolled } from './Scrolled.tsx'
import { viewerTexts } from './viewer.text.ts'

/** A larger one is fetched as it is only for somebody who looks closer. */
const MOST_BYTES = 4_000_000
const STEP = 1.5
const MOST_ZOOM = 8
const MOVE = 80

const TOOL = { variant: 'default', size: 'md', h: 44, px: 'md' } as const
const ICON = { size: 18, 'aria-hidden': true } as const

/** A picture, as large as there is room; zoomed, it is moved by dragging, scrolling and with the arrow keys. */
export function PictureView({ file }: { file: Upload }) {
  const text = useTexts(viewerTexts)
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  /** Pixels on the screen, or as many as it has itself; undefined: what fits. */
  const [width, setWidth] = useState<number | 'own'>()
  const [isBroken, setBroken] = useState(false)
  const isZoomed = width !== undefined
  const hasPreview = file.has_thumbnail === 1
  const isSmall = file.filesize <= MOST_BYTES || !hasPreview
  const source = isDrawn(file) && (isSmall || isZoomed) ? contentAddress(file) : previewAddress(file)
  const centre = useRef<{ x: number; y: number }>(undefined)

  const zoomTo = (wanted: typeof width) => {
    const area = stage.current
    if (!area || !image.current) return
    // What is in the middle stays there.
    centre.current = {
      x: (area.scrollLeft + area.clientWidth / 2) / area.scrollWidth,
      y: (area.scrollTop + area.clientHeight / 2) / area.scrollHeight,
    }
    setWidth(wanted)
  }
  const zoomBy = (factor: number) => {
    const { width: shown = 0, naturalWidth = 0 } = image.current ?? {}
    const fitting = fittingWidth(stage.current, image.current)
    const wanted = Math.min(shown * factor, Math.max(naturalWidth, fitting) * MOST_ZOOM)
    zoomTo(wanted > fitting ? wanted : undefined)
  }
  useLayoutEffect(() => {
    const area = stage.current
    if (!area || !centre.current || width === undefined) return
    area.scrollLeft = centre.current.x * area.scrollWidth - area.clientWidth / 2
    area.scrollTop = centre.current.y * area.scrollHeight - area.clientHeight / 2
  }, [width])

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoomBy(STEP),
    '=': () => zoomBy(STEP),
    '-': () => zoomBy(1 / STEP),
    '0': () => zoomTo(undefined),
    '1': () => zoomTo('own'),
    ...(isZoomed && {
      ArrowLeft: () => stage.current?.scrollBy(-MOVE, 0),
      ArrowRight: () => stage.current?.scrollBy(MOVE, 0),
      ArrowUp: () => stage.current?.scrollBy(0, -MOVE),
      ArrowDown: () => stage.current?.scrollBy(0, MOVE),
    }),
  }
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    // Wherever in the dialog the keyboard is.
    const press = (event: KeyboardEvent) => {
      const run = latest.current[event.key]
      if (!run || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])

  if (isBroken || (!isDrawn(file) && !hasPreview)) return <NoView file={file} why={text.noPicture} />
  return (
    <>
      <Scrolled
        ref={stage}
        className={classes.stage}
        label={nameOf(file)}
        data-zoomed={isZoomed || undefined}
        onDoubleClick={() => zoomTo(isZoomed ? undefined : 'own')}
        {...dragging(stage)}
      >
        <img
          ref={image}
          src={source}
          alt={nameOf(file)}
          draggable={false}
          style={typeof width === 'number' ? { width } : undefined}
          onError={() => setBroken(true)}
        />
      </Scrolled>
      <div className={classes.bar}>
        <Button {...TOOL} aria-label={text.zoomOut} disabled={!isZoomed} onClick={() => zoomBy(1 / STEP)}>
          <Minus {...ICON} />
        </Button>
        <Button {...TOOL} aria-label={text.zoomIn} onClick={() => zoomBy(STEP)}>
          <Plus {...ICON} />
        </Button>
        <Button {...TOOL} disabled={!isZoomed} onClick={() => zoomTo(undefined)}>
          {text.fit}
        </Button>
        <Button {...TOOL} onClick={() => zoomTo('own')}>
          {text.actual}
        </Button>
      </div>
    </>
  )
}

/** How wide a picture is that just fits. */
function fittingWidth(area: HTMLElement | null, image: HTMLImageElement | null): number {
  if (!area || !image || image.naturalHeight === 0) return 0
  const scale = Math.min(area.clientWidth / image.naturalWidth, area.clientHeight / image.naturalHeight, 1)
  return image.naturalWidth * scale
}

/** With a mouse; fingers scroll by themselves. */
function dragging(stage: { current: HTMLDivElement | null }) {
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      event.preventDefault()
      stage.current?.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (stage.current?.hasPointerCapture(event.pointerId)) stage.current.scrollBy(-event.movementX, -event.movementY)
    },
  }
}
