import type { EntityType } from '@aliquot/contract/common'
import { TYPE_NUMBER } from '../../entries/entries.access.ts'

/** The word for a type, as eLabFTW uses it. */
export const GENRE: Readonly<Record<EntityType, string>> = {
  experiments: 'experiment',
  items: 'resource',
  experiments_templates: 'experiment template',
  items_types: 'resource template',
}

/**
 * The folder of an entry, and with `./` its id in the graph. It depends on nothing that may change while an archive is
 * written: other entries refer to it.
 */
export function folderOf(type: EntityType, id: number): string {
  return `${GENRE[type].replace(' ', '-')}-${id}/`
}

const TYPES = new Map(Object.entries(TYPE_NUMBER).map(([type, number]) => [number, type as EntityType]))

export function typeOf(number: number): EntityType | undefined {
  return TYPES.get(number)
}

const ENDING = /^(.*)(\.[A-Za-z0-9]{1,16})$/

/**
 * A file name of ASCII letters, digits, `.`, `_` and `-`: readers disagree on how other characters are escaped in an
 * id. Slashes do not make folders.
 */
export function plainName(realName: string): string {
  const ascii = realName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
  const [, start = ascii, ending = ''] = ENDING.exec(ascii) ?? []
  return `${trim(start) || 'file'}${ending}`
}

function trim(text: string): string {
  return text.replace(/^[.-]+|[.-]+$/g, '')
}
