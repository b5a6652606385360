const PLACE = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/

/** The column from 0 and the row from 1 of `AB12`. */
export function placeOf(ref: string): { column: number; row: number } | undefined {
  const [, letters, row] = PLACE.exec(ref) ?? []
  return letters === undefined ? undefined : { column: columnOf(letters), row: Number(row) }
}

function columnOf(letters: string): number {
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}

/** `AB` for 27. */
export function lettersOf(column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}
