/** A shorter first page is all there is. */
export const FIRST_ROWS = 50
const MOST_ROWS = 1000
const GROWTH = 4
const PAGE_CHARACTERS = 2_000_000

/**
 * Reads a query page by page, each starting after the last row of the previous one. The larger the rows, the fewer make
 * a page, so that memory stays bounded.
 */
export async function* inPages<R extends object>(
  readPage: (rows: number, last: R | undefined) => Promise<R[]>,
  /** No more rows are read. */
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<R[]> {
  let left = most
  let limit = Math.min(FIRST_ROWS, left)
  let last: R | undefined
  while (limit > 0) {
    const rows = await readPage(limit, last)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)
    left -= rows.length
    const fitting = Math.floor((PAGE_CHARACTERS / weigh(rows)) * rows.length)
    limit = Math.min(left, Math.max(1, Math.min(fitting, limit * GROWTH, MOST_ROWS)))
  }
}

function weigh(rows: readonly object[]): number {
  let characters = 1
  for (const row of rows) {
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 8
  }
  return characters
}
