import type { Scope } from './scope.ts'
import { idIn, isNode, listOf, type Properties, plainText, textOf, textsOf, typesOf } from './values.ts'

/** The tags: a list as it is, a text cut at its commas. */
export async function tagsOf(scope: Scope, node: Properties): Promise<string[]> {
  const own = textsOf(node, 'aliquot:tags')
  if (own.length > 0) return distinct(own)
  const given = node.get('keywords')
  if (typeof given === 'string') {
    const whole = await tagsOfHistory(scope, node)
    return distinct(given.split(',').map((tag) => whole.get(tag.trim()) ?? tag))
  }
  const tags: string[] = []
  for (const value of listOf(given)) {
    const term = isNode(value) ? await scope.follow(value) : undefined
    const tag = plainText(value) ?? (term && textOf(term, 'name')) ?? (isNode(value) ? idIn(value) : undefined)
    if (tag !== undefined) tags.push(tag)
  }
  return distinct(tags)
}

/**
 * eLabFTW writes a dash for each comma in a tag. Its history has the tags as they were: by what they were written as, if
 * nothing else was written like that.
 */
async function tagsOfHistory(scope: Scope, node: Properties): Promise<ReadonlyMap<string, string>> {
  const known = new Set<string>()
  for (const value of listOf(node.get('subjectOf'))) {
    const action = await scope.follow(value)
    if (!action || !typesOf(action).includes('UpdateAction') || textOf(action, 'object') !== 'tags') continue
    const tag = /"(.+)"/s.exec(textOf(action, 'result') ?? '')?.[1]
    if (tag !== undefined) known.add(tag)
  }
  const whole = new Map<string, string>()
  for (const tag of known) {
    const written = tag.replaceAll(',', '-')
    if (!known.has(written)) whole.set(written, tag)
  }
  return whole
}

function distinct(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
}
