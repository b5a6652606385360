// The words of an HTML text as 0006 was released. Never edited: what it does to an old notebook must stay the same.

/** The words of an HTML text for search and tables: no tags, entities decoded, blocks on lines of their own. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const parts: string[] = []
  const lastEnd = html.lastIndexOf('>')
  let at = 0
  while (at < html.length) {
    const start = nextMarkup(html, at, lastEnd)
    if (start > at) parts.push(decodeEntities(html.slice(at, start)))
    if (start === html.length) break
    const name = readTagName(html, start)
    const isEnd = html.charAt(start + 1) === '/'
    if (blockElements.has(name)) parts.push('\n')
    else if (cellElements.has(name) && !isEnd) parts.push(' ')
    at = hiddenElements.has(name) && !isEnd ? hiddenEnd(html, start, name) : markupEnd(html, start)
  }
  const lines = parts.join('').split('\n')
  const trimmed = lines.map((line) => line.trim())
  return trimmed.filter((line) => line !== '').join('\n')
}

const blockElements = new Set(
  `address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5
  h6 header hr li main nav ol p pre section summary table tr ul`.split(/\s+/),
)
const cellElements = new Set(['td', 'th'])
const hiddenElements = new Set(['script', 'style', 'template', 'title'])

/** Start of the next tag or comment, or the end of the text; after the last `>` there is only text. */
function nextMarkup(html: string, from: number, lastEnd: number): number {
  for (let at = html.indexOf('<', from); at !== -1 && at < lastEnd; at = html.indexOf('<', at + 1)) {
    if (/[a-zA-Z/!?]/.test(html.charAt(at + 1))) return at
  }
  return html.length
}

function readTagName(html: string, start: number): string {
  tagName.lastIndex = start
  return tagName.exec(html)?.[1]?.toLowerCase() ?? ''
}

const tagName = /<\/?([a-zA-Z][a-zA-Z\d]{0,20})/y

/** The end tag of an element whose content is no text for readers. */
function hiddenEnd(html: string, start: number, name: string): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = start
  return closing.exec(html)?.index ?? html.length
}

function markupEnd(html: string, start: number): number {
  return html.startsWith('<!--', start) ? after(html, '-->', start + 2) : after(html, '>', start)
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}

/** Replaces character references; names it does not know stay as written. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (whole, number: string | undefined, name: string | undefined) => {
    if (number !== undefined) return decodeNumber(number)
    return characters.get(name ?? '') ?? whole
  })
}

// Browsers decode numbers without the semicolon too, names only with it (apart from a few old ones, which stay text).
const reference = /&(?:#(\d+|[xX][\da-fA-F]+);?|([a-zA-Z][a-zA-Z\d]*);)/g

function decodeNumber(digits: string): string {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10)
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd'
  // Windows habit: 128 to 159 mean the characters of code page 1252, as in browsers.
  if (code >= 0x80 && code <= 0x9f) return windows1252.decode(Uint8Array.of(code))
  return String.fromCodePoint(code)
}

const windows1252 = new TextDecoder('windows-1252')

const latin1Names = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
  acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
  Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave
  Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave
  iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`

const otherNames = `amp & lt < gt > quot " apos '
  OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜
  Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π
  Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ
  iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω
  thetasym ϑ upsih ϒ piv ϖ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull •
  hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ weierp ℘ real ℜ trade ™ alefsym ℵ
  larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇
  isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴
  sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅
  lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang ⟨ rang ⟩ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦`

// Spaces and invisible marks, by number because they cannot be seen in a source file.
const invisible = { ensp: 0x2002, emsp: 0x2003, thinsp: 0x2009, zwnj: 0x200c, zwj: 0x200d, lrm: 0x200e, rlm: 0x200f }

const characters = new Map<string, string>()
latin1Names.split(/\s+/).forEach((name, index) => {
  characters.set(name, String.fromCharCode(0xa0 + index))
})
for (const [, name, character] of otherNames.matchAll(/(\w+) (\S)/gu)) characters.set(name ?? '', character ?? '')
for (const [name, code] of Object.entries(invisible)) characters.set(name, String.fromCharCode(code))
