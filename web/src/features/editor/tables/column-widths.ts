const NARROWEST_PX = 32

/**
 * The widths after a border of columns was moved by so many pixels. Inside the table, its neighbour makes room; at the
 * end, the table grows.
 */
export function moveBorder(widths: readonly number[], column: number, delta: number): number[] {
  const own = widths[column] ?? 0
  const next = widths[column + 1]
  const least = Math.min(NARROWEST_PX, own)
  const most = next === undefined ? Number.POSITIVE_INFINITY : own + next - Math.min(NARROWEST_PX, next)
  const wanted = Math.min(Math.max(own + delta, least), most)
  return widths.map((width, index) => {
    if (index === column) return wanted
    return index === column + 1 ? width + own - wanted : width
  })
}

/** In percent of their sum. */
export function sharesOf(widths: readonly number[]): number[] {
  const total = widths.reduce((sum, width) => sum + width, 0)
  return widths.map((width) => (100 * width) / total)
}

/** Column definitions with these widths in percent. */
export function writeWidths(shares: readonly number[]): string {
  return `<colgroup>${shares.map((share) => `<col style="width: ${Number(share.toFixed(1))}%">`).join('')}</colgroup>`
}
