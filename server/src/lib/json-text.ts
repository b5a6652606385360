/**
 * Formats JSON as the API shows it: `{"a": 1, "b": [1, 2]}`, keys in the order of the object.
 *
 * A value from `JSON.parse` has its integer-like keys first, in numeric order. That is accepted, because key order
 * means nothing in JSON. `spaceJson` keeps even that order for a client's own text.
 */
export function formatJson(value: unknown): string {
  return spaceJson(JSON.stringify(value) ?? 'null')
}

/** The same for valid JSON text without parsing it: keys and numbers stay as written. */
export function spaceJson(text: string): string {
  const parts: string[] = []
  let start = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = stringEnd(text, at)
      continue
    }
    at += 1
    if (code === comma || code === colon) {
      parts.push(text.slice(start, at), ' ')
      start = at
    } else if (isBlank(code)) {
      parts.push(text.slice(start, at - 1))
      start = at
    }
  }
  parts.push(text.slice(start))
  return parts.join('')
}

/**
 * The nesting depth of JSON text: 0 for `5`, 2 for `{"a": []}`.
 *
 * It reads raw text, so a body can be refused before `JSON.parse` sees it. It stops as soon as `limit` is passed and
 * returns `limit + 1`. For broken JSON it returns the depth up to the error.
 */
export function jsonDepth(text: string | Buffer, limit = Number.POSITIVE_INFINITY): number {
  return measureJson(text, { depth: limit }).depth
}

export interface JsonMeasure {
  depth: number
  /** An upper bound for the members of all objects and lists together. */
  members: number
  /** There may be a number that JavaScript cannot represent exactly. */
  hasLongNumber: boolean
}

const MOST_EXACT_DIGITS = 15

/** The same, with more about the text. It stops once a limit is passed. */
export function measureJson(
  text: string | Buffer,
  { depth: limit = Number.POSITIVE_INFINITY, members: most = Number.POSITIVE_INFINITY },
): JsonMeasure {
  let depth = 0
  let deepest = 0
  let members = 0
  let digits = 0
  let hasLongNumber = false
  let at = 0
  while (at < text.length && members <= most) {
    const code = codeAt(text, at)
    if (code === quote) {
      at = typeof text === 'string' ? stringEnd(text, at) : endInBytes(text, at)
      continue
    }
    if (isOfNumber(code)) digits += 1
    else if (digits > 0) {
      hasLongNumber ||= digits > MOST_EXACT_DIGITS || code === smallE || code === bigE
      digits = 0
    }
    if (code === comma) {
      members += 1
    } else if (code === openArray || code === openObject) {
      members += 1
      depth += 1
      if (depth > deepest) deepest = depth
      if (depth > limit) break
    } else if (code === closeArray || code === closeObject) {
      depth -= 1
    }
    at += 1
  }
  hasLongNumber ||= digits > MOST_EXACT_DIGITS
  return { depth: deepest, members, hasLongNumber }
}

/**
 * The text of one member in the valid JSON text of an object: `memberText('{"a": {"b": 1.0}}', 'a')` is `'{"b": 1.0}'`.
 * If a name occurs twice the last one counts, as in `JSON.parse`. Undefined if there is none.
 */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined
  let depth = 0
  let key: string | undefined
  let valueStart = -1
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = stringEnd(text, at)
      if (depth === 1 && valueStart === -1) key = JSON.parse(text.slice(at, end))
      at = end
      continue
    }
    const closes = code === closeArray || code === closeObject
    if (depth === 1 && code === colon) valueStart = at + 1
    if (depth === 1 && (code === comma || closes) && valueStart !== -1) {
      if (key === name) found = text.slice(valueStart, at).trim()
      valueStart = -1
    }
    if (closes) depth -= 1
    else if (code === openArray || code === openObject) depth += 1
    at += 1
  }
  return found
}

/** Parses JSON and keeps numbers that JavaScript cannot represent as written; only `JSON.stringify` can read those. */
export function parseExactly(text: string, { hasLongNumber } = measureJson(text, {})): unknown {
  // Measuring first costs a twentieth of a reviver call for every value.
  return hasLongNumber ? JSON.parse(text, keepNumber as Parameters<typeof JSON.parse>[1]) : JSON.parse(text)
}

function keepNumber(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value
  // 1.50 may become 1.5; only a number that would change is kept as text.
  return isSameNumber(value, source) ? value : RawJson.rawJSON(source)
}

function isSameNumber(value: number, source: string): boolean {
  const [digits = ''] = source.split(/e/i)
  // Closer to zero than this, digits are lost.
  const isHeld = Math.abs(value) >= 2 ** -1022 || !/[1-9]/.test(digits)
  return isHeld && Number.isFinite(value) && digits.replace(/\D/g, '').length <= 15
}

// TypeScript does not know these yet.
const RawJson = JSON as typeof JSON & { rawJSON(text: string): object; isRawJSON(value: unknown): boolean }

export function isExactNumber(value: unknown): boolean {
  return RawJson.isRawJSON(value)
}

const quote = 0x22
const point = 0x2e
const zero = 0x30
const nine = 0x39
const bigE = 0x45
const smallE = 0x65
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** Of digits and decimal points. */
function isOfNumber(code: number): boolean {
  return (code >= zero && code <= nine) || code === point
}

/** The index after the string that starts at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before -= 1
    // After an even number of backslashes, the quote is not escaped.
    if ((at - before) % 2 === 1) return at + 1
  }
  return text.length
}

/** Most strings end within so many bytes, and where quotes are this dense, a call for each would take longer. */
const WALKED = 32

/** The same in UTF-8 bytes: multi-byte characters contain no ASCII bytes. */
function endInBytes(bytes: Buffer, start: number): number {
  const { length } = bytes
  let at = start + 1
  while (at < length) {
    const walkEnd = Math.min(at + WALKED, length)
    while (at < walkEnd) {
      const code = bytes[at]
      if (code === quote) return at + 1
      at += code === backslash ? 2 : 1
    }
    const found = bytes.indexOf(quote, at)
    if (found === -1) return length
    let before = found - 1
    while (before >= at && bytes[before] === backslash) before -= 1
    if ((found - before) % 2 === 1) return found + 1
    at = found + 1
  }
  return length
}

function codeAt(text: string | Buffer, at: number): number {
  return typeof text === 'string' ? text.charCodeAt(at) : (text[at] ?? 0)
}
