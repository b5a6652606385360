/** Replaces character references; names it does not know stay as written and are reported through `onUnknown`. */
export function decodeEntities(text: string, onUnknown?: () => void): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (whole, number: string | undefined, name: string | undefined) => {
    if (number !== undefined) return decodeNumber(number)
    const character = characters.get(name ?? '')
    if (character === undefined) onUnknown?.()
    return character ?? whole
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
