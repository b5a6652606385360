/**
 * How a mention is stored: as a link to the person whose words are `@` and the name. In HTML that is
 * `<a href="/people/3">@Ada Lovelace</a>`, in Markdown and comments `[@Ada Lovelace](/people/3)`. Programs that do not
 * know mentions show a link. The name is the one of that day; whoever shows it looks up the present one by the id.
 */

const PLACE = '/people/'

/** Later ones are not found: a text of nothing else would block everybody. */
const MOST = 20_000

export function mentionHref(userid: number): string {
  return `${PLACE}${userid}`
}

/** The person that a link within the notebook leads to. */
export function personAt(href: string | null | undefined): number | undefined {
  const id = /^\/people\/([1-9]\d{0,8})$/.exec(href ?? '')?.[1]
  return id === undefined ? undefined : Number(id)
}

/** For Markdown and comments. */
export function writeMention({ userid, fullname }: { userid: number; fullname: string }): string {
  return `[@${fullname.replace(/[[\]\\]/g, '\\$&')}](${mentionHref(userid)})`
}

export interface FoundMention {
  userid: number
  /** With the `@`. */
  words: string
  from: number
  to: number
}

/** Bounded parts, so that the time is linear in the length. */
const IN_MARKDOWN = /\[(@(?:[^[\]\\\n]|\\.){1,300})\]\(\/people\/([1-9]\d{0,8})(?: "[^"\n]{0,400}")?\)/g
const IN_HTML = /href="\/people\/([1-9]\d{0,8})"[^<>]{0,300}>(@[^<>]{1,400})<\/a>/g

/** The mentions of a Markdown text or a comment, in order. */
export function mentionsInMarkdown(text: string): FoundMention[] {
  if (!text.includes(PLACE)) return []
  return firstOf(text.matchAll(IN_MARKDOWN)).map(({ 0: all, 1: words = '', 2: id, index }) => ({
    userid: Number(id),
    words: words.replace(/\\(.)/g, '$1'),
    from: index,
    to: index + all.length,
  }))
}

/** The mentions of HTML, in order. Their words are still HTML. */
export function mentionsInHtml(html: string): FoundMention[] {
  if (!html.includes(PLACE)) return []
  return firstOf(html.matchAll(IN_HTML)).map(({ 0: all, 1: id, 2: words = '', index }) => ({
    userid: Number(id),
    words,
    from: index,
    to: index + all.length,
  }))
}

/** Not `take`, which older browsers do not have. */
function firstOf(matches: Iterable<RegExpExecArray>): RegExpExecArray[] {
  const first: RegExpExecArray[] = []
  for (const match of matches) if (first.push(match) >= MOST) break
  return first
}

/** A comment, or a part of Markdown, with names in place of links. `names` has the present ones. */
export function withoutMentionLinks(text: string, names?: ReadonlyMap<number, string>): string {
  let plain = ''
  let end = 0
  for (const { userid, words, from, to } of mentionsInMarkdown(text)) {
    const name = names?.get(userid)
    plain += text.slice(end, from) + (name === undefined ? words : `@${name}`)
    end = to
  }
  return plain + text.slice(end)
}
