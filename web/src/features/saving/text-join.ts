import type { Merge, TextKind, Texts } from '../../sync/sync.types.ts'

/** The fields that differ; undefined for none. */
export function changeTo(texts: Texts, known: Texts): Partial<Texts> | undefined {
  const change: Partial<Texts> = {
    ...(texts.title !== known.title && { title: texts.title }),
    ...(texts.body !== known.body && { body: texts.body }),
  }
  return 'title' in change || 'body' in change ? change : undefined
}

/** The common base of both versions. */
interface Grown {
  kind: TextKind
  /** The service's version. */
  base: Texts
  /** The same as it was sent: the service may have cleaned it. */
  known: Texts
}

/** Merges both versions field by field; undefined for a conflicting field. */
export function mergeVersions({ base, known, kind }: Grown, current: Texts, theirs: Texts, merge: Merge) {
  const mergeField = (field: keyof Texts): string | undefined => {
    if (theirs[field] === base[field]) return current[field]
    if (current[field] === known[field]) return theirs[field]
    const sides = { mine: current[field], base: base[field], theirs: theirs[field] }
    return merge({ ...sides, kind: field === 'title' ? 'markdown' : kind, typedIn: 'mine' })
  }
  return { title: mergeField('title'), body: mergeField('body') }
}

export function joinTitles(first: string, second: string): string {
  return `${first} · ${second}`
}

export function joinBodies(first: string, second: string, kind: TextKind): string {
  if (first.trim() === '') return second
  if (second.trim() === '') return first
  return kind === 'html' ? `${first}<hr>${second}` : `${first}\n\n---\n\n${second}`
}

/** Joins both versions: merged where possible, otherwise one after the other. */
export function joinTexts(grown: Grown, mine: Texts, theirs: Texts, merge: Merge): Texts {
  const { title, body } = mergeVersions(grown, mine, theirs, merge)
  return {
    title: title ?? joinTitles(theirs.title, mine.title),
    body: body ?? joinBodies(theirs.body, mine.body, grown.kind),
  }
}
