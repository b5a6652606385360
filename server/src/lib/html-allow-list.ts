type Attributes = Record<string, string>

/** Returns the value to keep, or undefined to drop the attribute. */
type Rule = (value: string) => string | undefined

export const voidElements = new Set(['br', 'col', 'hr', 'img', 'source'])

export const allowedElements = new Set(
  `a abbr audio b blockquote br caption code col colgroup dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6
  hr i img ins kbd li mark ol p pre q s small source span strike strong sub summary sup table tbody td tfoot th thead tr u
  ul video`.split(/\s+/),
)

/** Keeps the allowed attributes of an allowed element and removes unsafe parts of their values. */
export function cleanAttributes(element: string, attributes: Attributes): Attributes {
  const kept: Attributes = {}
  for (const name of Object.keys(attributes)) {
    const value = rules.get(`${element} ${name}`)?.(attributes[name] ?? '')
    if (value !== undefined) kept[name] = value
  }
  if (element === 'a' && kept.href !== undefined && isExternal(kept.href)) {
    kept.target = '_blank'
    kept.rel = 'noreferrer noopener'
  }
  return kept
}

/**
 * The style that says the same as a `<font>` of older programs; undefined if nothing of it can be kept. The element
 * becomes a `<span>`.
 */
export function styleOfFont({ color = '', face = '', size = '' }: Attributes): string | undefined {
  // Browsers read six digits as a colour, also without the sign.
  const colour = /^[\da-f]{6}$/i.test(color.trim()) ? `#${color.trim()}` : color.trim()
  const declarations = { color: colour, 'font-family': face.trim(), 'font-size': fontSizes[size.trim()] ?? '' }
  const style = Object.entries(declarations)
    .filter(([, value]) => value !== '')
    .map(([property, value]) => `${property}: ${value}`)
  return keepStyle(style.join('; '))
}

const fontSizes: Readonly<Record<string, string>> = {
  1: 'x-small',
  2: 'small',
  3: 'medium',
  4: 'large',
  5: 'x-large',
  6: 'xx-large',
  7: '300%',
}

/** True for a URL with an allowed scheme, or without one. */
function isSafeUrl(url: string): boolean {
  const scheme = schemeOf(url)
  return scheme === '' || schemes.has(scheme)
}

const schemes = new Set(['http', 'https', 'mailto', 'tel'])

/** Everything before the first colon, unless the URL is relative. Odd schemes are returned too, and then refused. */
function schemeOf(url: string): string {
  const squeezed = squeeze(url)
  const colon = squeezed.indexOf(':')
  if (colon === -1) return ''
  const pathStart = squeezed.search(/[/?#]/)
  return pathStart !== -1 && pathStart < colon ? '' : squeezed.slice(0, colon).toLowerCase()
}

// Browsers skip tabs and line breaks in a URL and blanks around it, so remove them: they could hide a scheme.
function squeeze(url: string): string {
  return url.replace(/[\p{C}\p{Z}]/gu, '')
}

function isExternal(url: string): boolean {
  return schemeOf(url).startsWith('http')
}

/**
 * A URL with a host but without a scheme takes the scheme of its page. Opened from disk it would name a machine of the
 * local network, and send it the reader's credentials. So `//host/x` gets a scheme, and the form with backslashes,
 * which only file systems understand, is dropped.
 */
const keepUrl: Rule = (url) => {
  if (url === '' || !isSafeUrl(url)) return undefined
  const squeezed = squeeze(url)
  if (!/^[/\\]{2}/.test(squeezed)) return url
  return /^\/\/[^/\\]/.test(squeezed) ? `https:${squeezed}` : undefined
}

const dataImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/i
const keepImageUrl: Rule = (url) => (dataImage.test(url) ? url : keepUrl(url))

const keepMatching =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value) ? value : undefined

const keepLength = keepMatching(/^\d{1,5}(?:\.\d{1,3})?(?:px|%)?$/)
const keepCount = keepMatching(/^\d{1,4}$/)

const keepClasses =
  (pattern: RegExp): Rule =>
  (value) => {
    const classes = value.split(/[ \t\n\f\r]+/)
    const kept = classes.filter((name) => pattern.test(name))
    if (kept.length === 0) return undefined
    return kept.length === classes.length ? value : kept.join(' ')
  }

const properties = new Set(
  `color background-color
  border border-top border-right border-bottom border-left border-collapse border-spacing border-color border-style
  border-width border-top-color border-top-style border-top-width border-right-color border-right-style
  border-right-width border-bottom-color border-bottom-style border-bottom-width border-left-color border-left-style
  border-left-width display font font-family font-size font-style font-variant font-weight height width min-width
  line-height list-style-type margin-left margin-right text-align text-decoration text-decoration-color
  text-decoration-line text-decoration-style word-spacing white-space vertical-align float clear letter-spacing
  text-indent text-transform break-before break-after page-break-before page-break-after`.split(/\s+/),
)

/** Space around an element. Negative values are dropped, because they could cover something else. */
const roomProperties = new Set(
  `margin margin-top margin-bottom padding padding-top padding-right padding-bottom padding-left`.split(' '),
)

// No escapes, comments or functions except colours, and quotes and brackets always closed. So splitting a style at its
// semicolons gives the same declarations as a real CSS parser.
const styleValue =
  /^(?:[\w\s#%.,+/-]|"[\p{L}\p{N}\s,._-]*"|'[\p{L}\p{N}\s,._-]*'|(?:rgb|hsl)a?\([\w\s%.,/+-]*\))+(?:!\s*important)?$/iu

const keepStyle: Rule = (value) => {
  const declarations = value.split(';').filter((declaration) => declaration.trim() !== '')
  const kept = declarations.filter(isSafeDeclaration)
  if (kept.length === 0) return undefined
  return kept.length === declarations.length ? value : kept.map((declaration) => declaration.trim()).join(';')
}

function isSafeDeclaration(declaration: string): boolean {
  const colon = declaration.indexOf(':')
  if (colon === -1 || declaration.length > 300) return false
  const property = declaration.slice(0, colon).trim().toLowerCase()
  const value = declaration.slice(colon + 1).trim()
  if (roomProperties.has(property)) return !value.includes('-') && styleValue.test(value)
  return properties.has(property) && styleValue.test(value)
}

const headings = 'h1 h2 h3 h4 h5 h6'

const wordElements = 'a abbr b code del em i ins kbd mark q s small span strike strong sub sup u'
const blocksOfWords = `blockquote caption dd details div dl dt figcaption figure ${headings} li ol p pre summary table td th tr ul`

const attributeTable: [attribute: string, elements: string, rule: Rule][] = [
  [
    'style',
    `blockquote caption col dd details div dl dt figcaption figure ${headings} hr img li ol p pre span summary table td th tr
    ul video`,
    keepStyle,
  ],
  ['dir', `${blocksOfWords} ${wordElements}`, keepMatching(/^(?:ltr|rtl|auto)$/i)],
  ['lang', `${blocksOfWords} ${wordElements}`, keepMatching(/^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,5}$/i)],
  ['class', `code p ${headings} img pre`, keepClasses(/^language-[\w+#.-]{1,50}$/)],
  ['class', 'div', keepClasses(/^(?:language-[\w+#.-]{1,50}|callout(?:-(?:note|tip|warning|danger))?)$/)],
  ['href', 'a', keepUrl],
  ['src', 'img', keepImageUrl],
  ['src', 'audio source video', keepUrl],
  ['width', 'img video', keepLength],
  ['height', 'img video', keepLength],
  ['colspan', 'td th', keepCount],
  ['rowspan', 'td th', keepCount],
  // How our pages show the numbers of a cell. Its text is exact.
  ['data-number-format', 'td th', keepMatching(/^e?\d$/)],
  ['scope', 'td th', keepMatching(/^(?:row|col|rowgroup|colgroup)$/i)],
  ['span', 'col', keepCount],
  ['reversed', 'ol', (value) => (value === 'reversed' ? value : '')],
  ['open', 'details', (value) => (value === 'open' ? value : '')],
  ['start', 'ol', keepMatching(/^-?\d{1,6}$/)],
  ['value', 'li', keepMatching(/^-?\d{1,6}$/)],
  // Text that is shown or read aloud, and never run.
  ['alt', 'img', (value) => value],
  ['title', 'a abbr img', (value) => value],
  // Check lists of TinyMCE, which our editor reads too.
  ['class', 'ul', keepClasses(/^tox-checklist$/)],
  ['class', 'li', keepClasses(/^tox-checklist--checked$/)],
  // Task lists.
  ['data-type', 'ul', keepMatching(/^taskList$/)],
  ['data-type', 'li', keepMatching(/^taskItem$/)],
  ['data-checked', 'li', keepMatching(/^(?:true|false)$/)],
  ['controls', 'audio video', (value) => (value === 'controls' ? value : '')],
  ['type', 'source', keepMatching(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/)],
  ['type', 'ol', keepMatching(/^[1aAiI]$/)],
  ['border', 'table', keepMatching(/^\d{1,3}$/)],
  ['data-table-sort', 'table', keepMatching(/^true$/)],
]

const rules = new Map<string, Rule>(
  attributeTable.flatMap(([attribute, elements, rule]) =>
    elements.split(/\s+/).map((element): [string, Rule] => [`${element} ${attribute}`, rule]),
  ),
)

/** The allow-list in the form that sanitize-html expects. It checks the attributes a second time. */
export function allowedAttributes(): Record<string, string[]> {
  const perElement: Record<string, string[]> = { a: ['target', 'rel'] }
  for (const key of rules.keys()) {
    const [element = '', attribute = ''] = key.split(' ')
    perElement[element] ??= []
    perElement[element].push(attribute)
  }
  return perElement
}
