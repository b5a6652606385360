import { htmlToText } from '../../../lib/html.ts'
import type { IncomingComment } from '../incoming.ts'
import { instantIn } from './instants.ts'
import { peopleOf } from './people.ts'
import type { Scope } from './scope.ts'
import type { GraphNode } from './values.ts'
import { idsIn, isNode, isTrue, type Properties, plainText, textOf } from './values.ts'

const MOST_REPLIES = 10_000

export interface Thread {
  comments: IncomingComment[]
  /** Files of comments. */
  parts: string[]
}

/**
 * The comments of an entry with the answers to them, oldest first. A program names them at the entry, or the entry at
 * each of them.
 */
export async function threadOf(scope: Scope, entry: GraphNode): Promise<Thread> {
  // A set hands out what is added while it is walked through.
  const pending = new Set<number>()
  const thread: Thread = { comments: [], parts: [] }
  const follow = (rows: readonly number[]) => {
    for (const row of rows) if (pending.size < MOST_REPLIES) pending.add(row)
  }
  follow(scope.graph.commentsOn(entry.id))
  const collect = async (node: Properties) => {
    for (const value of scope.firstOf(node, 'comment')) {
      const known = idsIn(isNode(value) ? value : undefined).flatMap((id) => scope.graph.rowOf(id) ?? [])
      if (known.length > 0) follow(known)
      else await addInline(scope, thread, value)
    }
  }
  await collect(entry.value)
  const found: GraphNode[] = []
  for (const next of pending) {
    const node = await scope.nodeAt(next)
    if (!node) continue
    found.push(node)
    follow(scope.graph.commentsOn(node.id))
    await collect(node.value)
  }
  for (const { value } of found) await add(scope, thread, value)
  thread.comments.sort(byTime)
  return thread
}

async function addInline(scope: Scope, thread: Thread, value: unknown): Promise<void> {
  const text = plainText(value)
  if (text !== undefined && text.trim() !== '') thread.comments.push({ text, at: null, author: null })
  else if (isNode(value)) {
    const node = await scope.follow(value)
    if (node) await add(scope, thread, node)
    else scope.notes.add('node_missing', String(value['@id']))
  }
}

async function add(scope: Scope, thread: Thread, node: Properties): Promise<void> {
  for (const part of idsIn(node.get('hasPart'))) thread.parts.push(part)
  const text = textOf(node, 'text', 'description')
  if (text === undefined) return
  const [author = null] = await peopleOf(scope, node, 'author', 'creator')
  thread.comments.push({
    // Comments are plain text here.
    text: /^text\/html\b/i.test(textOf(node, 'encodingFormat') ?? '') ? htmlToText(text) : text,
    at: instantIn(scope, node, 'dateCreated'),
    author,
    modifiedAt: instantIn(scope, node, 'dateModified'),
    isImmutable: isTrue(node, 'aliquot:immutable'),
  })
}

/** Comments without a time stay behind those before them. */
function byTime(a: IncomingComment, b: IncomingComment): number {
  if (a.at === null || b.at === null || a.at === b.at) return 0
  return a.at < b.at ? -1 : 1
}
