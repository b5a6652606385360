/** The line of a position on the screen, in px. */
export interface Line {
  left: number
  top: number
  bottom: number
}

/** The room that a list needs, in px. */
const NARROW = 336
export const WIDE = 464

/** Below a line, or above it if there is no room. */
export function placeAt(line: Line, width = NARROW) {
  const left = Math.max(8, Math.min(line.left, window.innerWidth - width))
  return line.bottom + 330 > window.innerHeight && line.top > 330
    ? { left, bottom: window.innerHeight - line.top + 4 }
    : { left, top: line.bottom + 4 }
}
