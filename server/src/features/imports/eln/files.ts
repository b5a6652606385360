import type { IncomingFile } from '../incoming.ts'
import type { ElnArchive } from './archive.ts'
import { isAddress, lastPart, normalId, percentDecoded } from './ids.ts'
import { instantIn } from './instants.ts'
import { peopleOf } from './people.ts'
import type { Scope } from './scope.ts'
import { mainTextOf } from './text.ts'
import { idIn, isTrue, type Properties, propertiesOf, textOf } from './values.ts'

const NOTHING: Properties = propertiesOf({})

/** A file of an entry; undefined if the archive does not contain it, which is noted. */
export async function fileOf(archive: ElnArchive, scope: Scope, id: string): Promise<IncomingFile | undefined> {
  const node = (await scope.node(id))?.value ?? NOTHING
  const member = archive.find(id) ?? findByAddress(archive, node)
  if (member === undefined) {
    const address = [id, textOf(node, 'contentUrl', 'url') ?? ''].find(isAddress)
    scope.notes.add(address === undefined ? 'file_missing' : 'file_elsewhere', address ?? id)
    return undefined
  }
  const name = nameOf(node, id)
  const size = archive.zip.size(member)
  const claimed = textOf(node, 'contentSize')
  if (claimed !== undefined && /^\d+$/.test(claimed) && Number(claimed) !== size) scope.notes.add('other_size', name)
  const insteadOf = textOf(node, 'aliquot:insteadOf')
  if (insteadOf !== undefined) scope.notes.add('file_replaced_before', insteadOf)
  const [author = null] = await peopleOf(scope, node, 'author', 'creator')
  const replaces = idIn(node.get('aliquot:replaces'))
  return {
    ...unlisted(archive, member, id),
    name,
    description: await describedAs(scope, node),
    isArchived: textOf(node, 'creativeWorkStatus')?.toLowerCase() === 'archived',
    sha256: hashIn(scope, node, name),
    aliases: aliasesOf(node, id),
    replaces: replaces === undefined ? null : normalId(replaces),
    number: numberIn(node),
    createdAt: instantIn(scope, node, 'dateCreated'),
    author,
    isImmutable: isTrue(node, 'aliquot:immutable'),
  }
}

/** A file of which nothing is known but that it is there. */
export function unlisted(archive: ElnArchive, member: number, id: string): IncomingFile {
  return {
    key: normalId(id),
    name: percentDecoded(lastPart(id)),
    description: null,
    isArchived: false,
    size: archive.zip.size(member),
    sha256: null,
    aliases: aliasesOf(NOTHING, id),
    open: async () => archive.zip.open(member),
  }
}

/** Some programs name the member in `contentUrl` and have an address for the id. */
function findByAddress(archive: ElnArchive, node: Properties): number | undefined {
  const url = textOf(node, 'contentUrl')
  return url === undefined ? undefined : archive.find(url)
}

function numberIn(node: Properties): number | null {
  const text = textOf(node, 'aliquot:number')
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : null
}

function nameOf(node: Properties, id: string): string {
  const name = textOf(node, 'name') ?? percentDecoded(lastPart(id))
  if (!IS_PATH.test(name)) return name
  return name.split(/[/\\]/).findLast((part) => part.trim() !== '' && part !== '..') ?? lastPart(id)
}

/** A way through folders, and not only a name with a slash in it. */
const IS_PATH = /^[/\\]|^[A-Za-z]:[/\\]|(^|[/\\])\.\.([/\\]|$)|^[a-z][a-z\d+.-]*:\/\//i

async function describedAs(scope: Scope, node: Properties): Promise<string | null> {
  const description = textOf(node, 'description')
  if (description !== undefined) return description
  const { text } = await mainTextOf(scope, new Map([['description', node.get('description')]]))
  return text === '' ? null : text
}

function hashIn(scope: Scope, node: Properties, name: string): string | null {
  const claimed = textOf(node, 'sha256')?.trim().toLowerCase()
  if (claimed === undefined) return null
  if (/^[0-9a-f]{64}$/.test(claimed)) return claimed
  scope.notes.add('bad_hash', name)
  return null
}

function aliasesOf(node: Properties, id: string): string[] {
  const path = normalId(id)
  const names = [textOf(node, 'alternateName'), id, path, `./${path}`, encodeURI(path), lastPart(path)]
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))] as string[]
}
