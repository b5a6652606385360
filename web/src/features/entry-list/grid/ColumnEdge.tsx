import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { isRightToLeft } from '../../../ui/layout/direction.ts'
import classes from './ColumnEdge.module.css'
import { NARROWEST, WIDEST } from './column-widths.ts'

interface Props {
  label: string
  width: number | undefined
  /** Undefined for the usual width. */
  setWidth(width: number | undefined): void
}

const STEP = 16

/** The end of a column: dragged, or moved with the arrow keys. A double click or Home gives the usual width. */
export function ColumnEdge({ label, width, setWidth }: Props) {
  const edge = useRef<HTMLDivElement>(null)
  const now = () => edge.current?.parentElement?.offsetWidth ?? 0
  const drag = (event: PointerEvent) => {
    event.preventDefault()
    const [from, start] = [event.clientX, now()]
    const target = event.currentTarget
    target.setPointerCapture(event.pointerId)
    const sign = signOf(target)
    const move = (moved: globalThis.PointerEvent) => setWidth(start + sign * (moved.clientX - from))
    const end = () => target.removeEventListener('pointermove', move as EventListener)
    target.addEventListener('pointermove', move as EventListener)
    target.addEventListener('lostpointercapture', end, { once: true })
  }
  const press = (event: KeyboardEvent) => {
    const sign = signOf(event.currentTarget)
    if (event.key === 'ArrowLeft') setWidth(now() - sign * STEP)
    else if (event.key === 'ArrowRight') setWidth(now() + sign * STEP)
    else if (event.key === 'Home') setWidth(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={edge}
      role="slider"
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={width ?? NARROWEST}
      tabIndex={0}
      className={classes.edge}
      onPointerDown={drag}
      onDoubleClick={() => setWidth(undefined)}
      onKeyDown={press}
    />
  )
}

/** A column grows towards the end of the line. */
function signOf(edge: Element): 1 | -1 {
  return isRightToLeft(edge) ? -1 : 1
}
