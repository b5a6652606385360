import { decodeHTMLAttribute } from 'entities'

/**
 * Whether the text shows this file as a picture or a recording. A link to it, or its name in words, does not count.
 * `showsFile('<img src="/api/v2/files?name=ab%2Fabc.png">', 'ab/abc.png')` is true.
 */
export function showsFile(cleanHtml: string, longName: string): boolean {
  for (const [tag] of cleanHtml.matchAll(MEDIA)) {
    const source = sourceOf(tag)
    if (source !== undefined && fileIn(source) === longName) return true
  }
  return false
}

// Cleaned HTML has neither < nor > in attribute values. White space is spelled out, because `\s` includes characters that
// are none in HTML.
const MEDIA = /<(?:img|audio|video|source)[ \t\n\f\r][^<>]*>/gi
const ATTRIBUTE =
  /[ \t\n\f\r]+([^ \t\n\f\r=/]+)(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"([^"]*)"|'([^']*)'|([^ \t\n\f\r"']+)))?/gy
/** Longer ones are data URLs. */
const MOST_CHARACTERS = 5_000

/** The decoded `src` of a picture or recording. */
function sourceOf(tag: string): string | undefined {
  if (tag.length > MOST_CHARACTERS) return undefined
  for (const [, name = '', double, single, bare] of tag.slice(tag.search(SPACE), -1).matchAll(ATTRIBUTE)) {
    if (name.toLowerCase() === 'src') return decodeHTMLAttribute(double ?? single ?? bare ?? '')
  }
  return undefined
}

const SPACE = /[ \t\n\f\r]/

/** The long name in an address of ours, or in one of eLabFTW, where `name` is the one that people gave. */
function fileIn(address: string): string | undefined {
  const [path = '', query = ''] = address.split(/[?#]/, 2)
  if (!ADDRESS.test(path)) return undefined
  const parameters = new URLSearchParams(query)
  return parameters.get('f') ?? parameters.get('name') ?? undefined
}

const ADDRESS = /(?:^|\/)(?:api\/v2\/files|app\/download\.php)$/
