import { escapeHtml } from '../../../lib/html.ts'
import type { IncomingField } from '../incoming.ts'
import type { ElnArchive } from './archive.ts'
import { dayOf, instantOf } from './dates.ts'
import { lastPart } from './ids.ts'
import { memberText } from './member-text.ts'
import { personNamed } from './names.ts'
import type { Scope } from './scope.ts'
import type { Told } from './told.ts'
import { childOf, childText, type Element, readXml } from './xml.ts'

/**
 * RSpace describes nothing of a document in the metadata but its tags. The rest is in an XML file in its folder, which
 * bears the name of the folder.
 */
export async function readDocument(archive: ElnArchive, scope: Scope, id: string): Promise<Told | undefined> {
  const path = `${id}/${lastPart(id)}.xml`
  const text = await memberText(archive, path)
  if (text === undefined) return undefined
  const document = readXml(text)
  if (document?.name !== 'archivalDocument') {
    scope.notes.add('text_unreadable', path)
    return undefined
  }
  const fields = childOf(document, 'listFields')?.children.filter(({ name }) => name === 'field') ?? []
  const isText = (field: Element) => childText(field, 'fieldType') === 'TEXT'
  const texts = fields.filter(isText)
  const created = childText(document, 'creationDate') ?? ''
  const author = childText(document, 'createdBy')
  const html = texts.map((field) => section(field, texts.length > 1)).join('\n')
  const title = childText(document, 'name')
  const [createdAt, modifiedAt, date] = [
    instantOf(created),
    instantOf(childText(document, 'lastModifiedDate') ?? ''),
    dayOf(created),
  ]
  return {
    ...(title !== undefined && { title }),
    text: { text: html, contentType: 'html' },
    ...(author !== undefined && { author: personNamed(author, {}, scope.notes) }),
    ...(date !== undefined && { date }),
    ...(createdAt !== undefined && { createdAt }),
    ...(modifiedAt !== undefined && { modifiedAt }),
    tags: (childText(document, 'tag') ?? '').split(',').flatMap((tag) => tag.trim() || []),
    fields: fields.filter((field) => !isText(field)).flatMap(fieldOf),
    addresses: [`../${path}`],
  }
}

/** A text, under the name that it has in the document if there are several. */
function section(field: Element, isNamed: boolean): string {
  const name = childText(field, 'fieldName')
  const html = childText(field, 'fieldData') ?? ''
  return isNamed && name !== undefined ? `<h2>${escapeHtml(name)}</h2>\n${html}` : html
}

const TYPES: Readonly<Record<string, string>> = {
  DATE: 'date',
  TIME: 'time',
  NUMBER: 'number',
  RADIO: 'radio',
  CHOICE: 'select',
  STRING: 'text',
  URI: 'url',
}

function fieldOf(field: Element): IncomingField[] {
  const name = childText(field, 'fieldName')
  const type = TYPES[childText(field, 'fieldType') ?? ''] ?? 'text'
  const data = childText(field, 'fieldData') ?? ''
  if (name === undefined) return []
  const value = type === 'select' ? new URLSearchParams(data).getAll('fieldSelectedChoices') : data
  return [{ name, type, value, unit: null, description: null }]
}
