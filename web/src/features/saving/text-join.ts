import type { Texts } from '../../sync/sync.types.ts'
import { mergeTexts, type TextKind } from './merge.ts'

/** The fields that differ; undefined for none. */
export function changeTo(texts: Texts, known: Texts): Partial<Texts> | undefined {
  const change: Partial<Texts> = {
    ...(texts.title !== known.title && { title: texts.title }),
    ...(texts.body !== known.body && { body: texts.body }),
  }
  return 'title' in change || 'body' in change ? change : undefined
}

export function mergeVersions(
  current: Texts,
  start: Texts,
  known: Texts,
  theirs: Texts,
  kind: TextKind,
): Texts | undefined {
  const title = mergeField(current.title, start.title, known.title, theirs.title, 'markdown')
  const body = mergeField(current.body, start.body, known.body, theirs.body, kind)
  return title === undefined || body === undefined ? undefined : { title, body }
}

/** `start` is what the service had, `known` the same as it was sent: the service may have cleaned it. */
export function mergeField(current: string, start: string, known: string, theirs: string, kind: TextKind) {
  if (theirs === start) return current
  return current === known ? theirs : mergeTexts(current, start, theirs, kind)
}

export function joinTitles(first: string, second: string): string {
  return `${first} · ${second}`
}

export function joinBodies(first: string, second: string, kind: TextKind): string {
  if (first.trim() === '') return second
  if (second.trim() === '') return first
  return kind === 'html' ? `${first}<hr>${second}` : `${first}\n\n---\n\n${second}`
}

/** Both versions: what can be merged is, and of what cannot each stands with the other. */
export function joinTexts({ base, known, kind }: Grown, mine: Texts, theirs: Texts): Texts {
  const title = mergeField(mine.title, base.title, known.title, theirs.title, 'markdown')
  const body = mergeField(mine.body, base.body, known.body, theirs.body, kind)
  return {
    title: title ?? joinTitles(theirs.title, mine.title),
    body: body ?? joinBodies(theirs.body, mine.body, kind),
  }
}

/** What both versions grew from. */
interface Grown {
  kind: TextKind
  base: Texts
  /** The same as it was sent. */
  known: Texts
}
