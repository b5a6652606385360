/**
 * JSON text in the form the API shows it: `{"a": 1, "b": [1, 2]}`, keys in the order of the object.
 *
 * A value that came from `JSON.parse` has its integer-like keys in front, in number order. That is accepted: the
 * order of keys carries no meaning in JSON. `spaceJson` keeps even that for a client's own text.
 */
export function formatJson(value: unknown): string {
  return spaceJson(JSON.stringify(value) ?? 'null')
}

/** The same for valid JSON text, without parsing it: keys and numbers stay as they were written. */
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
 * How deep arrays and objects nest in JSON text: 0 for `5`, 2 for `{"a": []}`.
 *
 * It reads raw text, so a body can be refused before `JSON.parse` sees it, and stops as soon as `limit` is passed:
 * the result is then `limit + 1`. Broken JSON gives the depth up to where it makes sense.
 */
export function jsonDepth(text: string | Buffer, limit = Number.POSITIVE_INFINITY): number {
  let depth = 0
  let deepest = 0
  let at = 0
  while (at < text.length) {
    const code = codeAt(text, at)
    if (code === quote) {
      at = stringEnd(text, at)
      continue
    }
    if (code === openArray || code === openObject) {
      depth += 1
      if (depth > deepest) deepest = depth
      if (depth > limit) return deepest
    } else if (code === closeArray || code === closeObject) {
      depth -= 1
    }
    at += 1
  }
  return deepest
}

const quote = 0x22
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

/** Index after the string that starts at `start`. UTF-8 needs no care: its longer characters hold no ASCII bytes. */
function stringEnd(text: string | Buffer, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = codeAt(text, at)
    if (code === quote) return at + 1
    if (code === backslash) at += 1
  }
  return text.length
}

function codeAt(text: string | Buffer, at: number): number | undefined {
  return typeof text === 'string' ? text.charCodeAt(at) : text[at]
}
