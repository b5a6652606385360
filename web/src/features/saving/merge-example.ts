/** A table as the editor writes it, for tests: words are cells, `_` is an empty one. */
export const tableOf = (...rows: string[]) => {
  const cells = rows.map((row) => row.split(' ').map((word) => `<td><p>${word.replace('_', '')}</p></td>`))
  return `<table><tbody>${cells.map((row) => `<tr>${row.join('')}</tr>`).join('')}</tbody></table>`
}
