import { jsonDepth } from '../../../lib/json-text.ts'
import type { ElnArchive } from './archive.ts'
import { dayOf, instantOf } from './dates.ts'
import { memberText } from './member-text.ts'
import type { Scope } from './scope.ts'
import { formatOf, joined } from './text.ts'
import type { Told } from './told.ts'
import { isNode, plainText } from './values.ts'

const DEEPEST = 64

/** datalab keeps the text and the dates of an item in a JSON file in its folder. */
export async function readItem(archive: ElnArchive, scope: Scope, id: string): Promise<Told | undefined> {
  const path = `${id}/metadata.json`
  const text = await memberText(archive, path)
  if (text === undefined) return undefined
  const item = parsed(text)
  if (!item) {
    scope.notes.add('text_unreadable', path)
    return undefined
  }
  const texts = [item.description, item.synthesis_description].flatMap((value) => plainText(value) || [])
  const date = dayOf(plainText(item.date) ?? '')
  const modifiedAt = instantOf(plainText(item.last_modified) ?? '')
  return {
    text: joined(texts.map((part) => ({ text: part, format: formatOf(part, undefined) }))),
    ...(date !== undefined && { date }),
    ...(modifiedAt !== undefined && { modifiedAt }),
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  if (jsonDepth(text, DEEPEST) > DEEPEST) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isNode(value) ? value : undefined
  } catch {
    return undefined
  }
}
