import { readStyle } from '../media/style-text.ts'
import { adoptWordLists } from './word-lists.ts'

/**
 * Pasted HTML keeps what carries meaning: bold and italic words, colours and backgrounds, alignment, the header row of
 * a table. Fonts, sizes and the colours of another program's page go.
 */
export function plainStyles(html: string): string {
  // Copied from our own editor: keep everything.
  if (html.includes('data-pm-slice')) return html
  const { body, head } = new DOMParser().parseFromString(html, 'text/html')
  const rules = readRules([...head.querySelectorAll('style'), ...body.querySelectorAll('style')])
  for (const element of body.querySelectorAll('script, style, meta, link, colgroup, col')) element.remove()
  adoptWordLists(body)
  for (const element of body.querySelectorAll<HTMLElement>('*')) simplify(element, rules)
  for (const table of body.querySelectorAll('table')) markHeader(table)
  return body.innerHTML
}

/** Spreadsheets name the look of cells by classes. */
function readRules(sheets: readonly Element[]): Map<string, string> {
  const rules = new Map<string, string>()
  for (const { textContent } of sheets) {
    for (const [, selectors = '', style = ''] of (textContent ?? '').matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      for (const [, name = ''] of selectors.matchAll(/\.([\w-]+)/g))
        rules.set(name, `${rules.get(name) ?? ''};${style}`)
    }
  }
  return rules
}

function simplify(element: HTMLElement, rules: ReadonlyMap<string, string>): void {
  const classes = [...element.classList].map((name) => rules.get(name) ?? '')
  const style = [element.getAttribute('style') ?? '', ...classes.reverse()].join(';')
  const align = element.getAttribute('align') ?? readStyle(style, 'text-align')
  const colour = chosenColour(element.getAttribute('color') ?? readStyle(style, 'color'))
  const background = chosenColour(
    element.getAttribute('bgcolor') ?? readStyle(style, 'background-color') ?? readStyle(style, 'background'),
  )
  for (const name of element.getAttributeNames()) if (isLook(element, name)) element.removeAttribute(name)
  const { localName } = element
  // Some programs wrap all they copy in a `b` that is styled as not bold.
  if (localName === 'b' && /font-weight:\s*normal/i.test(style)) {
    element.replaceWith(...element.childNodes)
    return
  }
  if (/^(?:td|th|p|h[1-6])$/.test(localName) && /^(?:center|right|justify)$/.test(align ?? '')) {
    element.style.textAlign = align ?? ''
  }
  if (/^t[dh]$/.test(localName)) {
    shape(element, style)
    if (background) paintCell(element, background, colour)
    else if (colour) wrapContent(element, 'span').style.color = colour
  } else if (/^(?:span|font)$/.test(localName)) {
    shape(element, style)
    if (colour && !element.closest('a')) wrapContent(element, 'span').style.color = colour
    if (background) wrapContent(element, 'mark')
  }
}

const LOOKS =
  /^(?:on.*|style|class|align|valign|bgcolor|color|face|size|width|height|border|cellpadding|cellspacing|id)$/

/** Pictures keep their size. */
function isLook({ localName }: Element, name: string): boolean {
  return LOOKS.test(name) && !(localName === 'img' && /^(?:width|height)$/.test(name))
}

function shape(element: HTMLElement, style: string): void {
  const decoration = `${readStyle(style, 'text-decoration') ?? ''} ${readStyle(style, 'text-decoration-line') ?? ''}`
  if (/^(?:bold|[6-9]00)$/i.test(readStyle(style, 'font-weight') ?? '')) wrapContent(element, 'strong')
  if (readStyle(style, 'font-style') === 'italic') wrapContent(element, 'em')
  if (decoration.includes('line-through')) wrapContent(element, 's')
  if (decoration.includes('underline') && !element.closest('a')) wrapContent(element, 'u')
  const height = readStyle(style, 'vertical-align')
  if (element.localName === 'span' && height === 'super') wrapContent(element, 'sup')
  if (element.localName === 'span' && height === 'sub') wrapContent(element, 'sub')
}

/** A background needs its own colour of words: those of the page may be light. */
function paintCell(cell: HTMLElement, background: string, colour: string | undefined): void {
  cell.style.backgroundColor = background
  cell.style.color = colour ?? (isDark(background) ? '#ffffff' : '#000000')
}

/** A colour that somebody chose; undefined for black, white and greys, which belong to a page. */
function chosenColour(value: string | null | undefined): string | undefined {
  const wanted = value?.trim().toLowerCase() ?? ''
  const parts = partsOf(wanted)
  if (parts) return Math.max(...parts) - Math.min(...parts) > 24 ? wanted : undefined
  return NAMED.test(wanted) ? wanted : undefined
}

const NAMED =
  /^(?:red|green|blue|yellow|orange|purple|lime|aqua|cyan|fuchsia|magenta|teal|maroon|navy|olive|pink|brown)$/

function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = partsOf(colour) ?? [128, 128, 128]
  return (
    /^(?:blue|green|purple|teal|maroon|navy|brown|red)$/.test(colour) || red * 0.3 + green * 0.59 + blue * 0.11 < 110
  )
}

/** Red, green and blue of a colour in numbers; undefined if it is a name, or is not to be seen. */
function partsOf(colour: string): [number, number, number] | undefined {
  const [, short] = /^#([\da-f]{3})$/.exec(colour) ?? []
  const [, long = short?.replace(/./g, '$&$&')] = /^#([\da-f]{6})$/.exec(colour) ?? []
  if (long) return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as [number, number, number]
  const [, red, green, blue, alpha = '1'] =
    /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+))?\s*\)$/.exec(colour) ?? []
  if (red === undefined || Number(alpha) === 0) return undefined
  return [Number(red), Number(green), Number(blue)]
}

/** A first row in bold is a header. */
function markHeader(table: Element): void {
  const [first, ...others] = table.querySelectorAll('tr')
  const cells = [...(first?.children ?? [])]
  if (others.length === 0 || cells.some(({ localName }) => localName !== 'td')) return
  const filled = cells.filter(({ textContent }) => textContent?.trim() !== '')
  const isBold = (cell: Element) =>
    [...cell.querySelectorAll('strong, b')].some((bold) => bold.textContent?.trim() === cell.textContent?.trim())
  if (filled.length === 0 || !filled.every(isBold)) return
  for (const cell of cells) {
    const header = table.ownerDocument.createElement('th')
    for (const { name, value } of cell.attributes) header.setAttribute(name, value)
    for (const bold of cell.querySelectorAll('strong, b')) bold.replaceWith(...bold.childNodes)
    header.append(...cell.childNodes)
    cell.replaceWith(header)
  }
}

function wrapContent(element: HTMLElement, name: string): HTMLElement {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
  return wrapper
}
