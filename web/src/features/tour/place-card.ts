export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

/** Between the card and its target, and to the edge of the window. */
const GAP = 12

/** The corner of the card: after, below, before or above its target, else over its end. Always inside the window. */
export function placeCard(target: Box | undefined, card: Size, view: Size): { left: number; top: number } {
  const last = { left: view.width - card.width - GAP, top: view.height - card.height - GAP }
  const inside = (at: { left: number; top: number }) => ({
    left: clamp(at.left, last.left),
    top: clamp(at.top, last.top),
  })
  if (!target) return inside(last)
  const right = target.left + target.width + GAP
  if (right <= last.left) return inside({ left: right, top: target.top })
  const below = target.top + target.height + GAP
  if (below <= last.top) return inside({ left: target.left, top: below })
  const left = target.left - card.width - GAP
  if (left >= GAP) return inside({ left, top: target.top })
  const above = target.top - card.height - GAP
  if (above >= GAP) return inside({ left: target.left, top: above })
  return inside(last)
}

function clamp(value: number, most: number): number {
  return Math.max(GAP, Math.min(value, most))
}
