import { FORMAT_ATTRIBUTE, showNumber } from '@aliquot/contract/number-format'

const START = `<(td|th)\\b([^<>]*\\b${FORMAT_ATTRIBUTE}="(\\w+)"[^<>]*)>`
const INSIDE = '(?:p|b|strong|i|em|u|span)'
/** A cell with a single plain line. Other cells are shown as they are. */
const CELL = new RegExp(`${START}((?:<${INSIDE}\\b[^<>]*>){0,6})([^<>&"]{1,100})((?:</${INSIDE}>){0,6})</\\1>`, 'gi')

/** Shows the numbers of formatted table cells as the interface does. The exact number stays as the title of the cell. */
export function showNumberFormats(html: string): string {
  if (!html.includes(FORMAT_ATTRIBUTE)) return html
  return html.replace(
    CELL,
    (cell, name: string, attributes: string, format: string, before: string, exact: string, after: string) => {
      const shown = showNumber(exact, format)
      if (shown === undefined) return cell
      return `<${name}${attributes} title="${exact.trim()}">${before}${shown}${after}</${name}>`
    },
  )
}
