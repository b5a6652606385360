/** How the drawing lies under its window: moved by `x` and `y`, in px, and enlarged. */
export interface View {
  x: number
  y: number
  scale: number
}

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

const SMALLEST = 0.25
const LARGEST = 2
/** Smaller than this, titles cannot be read. */
const READABLE = 0.6
/** What is moved into sight keeps this distance from the edge. */
const EDGE = 16

/** What is at this point of the window stays there. */
export function zoomAt(view: View, factor: number, at: Point): View {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, view.scale * factor))
  const by = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

/** The whole drawing, or, if it would be too small to read, the part around its centre. */
export function fitInto(room: Size, drawing: Size, centre: Point): View {
  const fit = Math.min(1, (room.width - 2 * EDGE) / drawing.width, (room.height - 2 * EDGE) / drawing.height)
  const scale = Math.max(READABLE, fit)
  const along = (side: 'width' | 'height', middle: number) =>
    drawing[side] * scale <= room[side] ? (room[side] - drawing[side] * scale) / 2 : room[side] / 2 - middle * scale
  return { scale, x: along('width', centre.x), y: along('height', centre.y) }
}

/** Moved just so far that a box is in sight. */
export function reveal(view: View, box: Point & Size, room: Size): View {
  const along = (axis: 'x' | 'y', side: 'width' | 'height') => {
    const start = view[axis] + box[axis] * view.scale
    const end = start + box[side] * view.scale
    const over = Math.max(0, end - (room[side] - EDGE))
    const under = Math.max(0, EDGE - start)
    return view[axis] + (under > 0 ? under : -over)
  }
  return { scale: view.scale, x: along('x', 'width'), y: along('y', 'height') }
}
