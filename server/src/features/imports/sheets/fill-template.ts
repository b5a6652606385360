import { Refusal } from '../../../errors.ts'
import { formatJson, parseExactly } from '../../../lib/json-text.ts'
import { readFieldValue } from '../../entries/entries.fields.ts'
import { mergeMetadata } from '../../entries/entries.metadata.ts'
import { note } from '../imports.notes.ts'
import type { ImportNote } from '../incoming.ts'

type Fields = Record<string, Record<string, unknown>>

/** The fields of a template with the values of a row. Those that do not fit are left out, with a note. */
export function fillTemplate(ofTemplate: string | null, ofRow: string | null, notes: ImportNote[]): string | null {
  if (ofRow === null) return ofTemplate
  const given = fieldsIn(ofRow)
  if (ofTemplate === null || given === undefined) return ofRow
  const known = new Map(Object.entries(fieldsIn(ofTemplate) ?? {}))
  const filled = Object.entries(given).flatMap(([name, field]): [string, unknown][] => {
    // A template may fill in what the table leaves open.
    if (field?.value === '') return []
    const own = known.get(name)
    if (own === undefined) return [[name, field]]
    try {
      return [[name, { value: readFieldValue(name, own, field?.value) }]]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      notes.push(note('field_left', error.message))
      return []
    }
  })
  return mergeMetadata(ofTemplate, formatJson({ extra_fields: Object.fromEntries(filled) }))
}

function fieldsIn(metadata: string): Fields | undefined {
  return (parseExactly(metadata) as { extra_fields?: Fields }).extra_fields
}
