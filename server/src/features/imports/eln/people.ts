import type { IncomingPerson } from '../incoming.ts'
import { isEmail, personNamed } from './names.ts'
import type { Notes, Scope } from './scope.ts'
import { idsIn, listOf, type Properties, plainText, textOf, textsOf } from './values.ts'

const ORCID = /(?:^|orcid\.org\/)(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/?$/i

/** Large collaborations have thousands, but nobody reads on. */
const MOST_PEOPLE = 500

/** The people of the first of these properties that names any. */
export async function peopleOf(scope: Scope, node: Properties, ...names: readonly string[]): Promise<IncomingPerson[]> {
  for (const name of names) {
    const people: IncomingPerson[] = []
    for (const value of listOf(node.get(name)).slice(0, MOST_PEOPLE)) {
      const person = await personIn(scope, value)
      if (person && !people.some((other) => isSame(other, person))) people.push(person)
    }
    if (people.length > 0) return people
  }
  return []
}

/** The people to whom fields of an entry of our own point, by their numbers there. */
export async function numberedPeople(scope: Scope, entry: Properties): Promise<Map<number, IncomingPerson>> {
  const people = new Map<number, IncomingPerson>()
  for (const id of idsIn(entry.get('aliquot:people')).slice(0, MOST_PEOPLE)) {
    const number = /^#person-(\d{1,10})$/.exec(id)?.[1]
    const person = number === undefined ? undefined : await personIn(scope, { '@id': id })
    if (person) people.set(Number(number), person)
  }
  return people
}

async function personIn(scope: Scope, value: unknown): Promise<IncomingPerson | undefined> {
  const text = plainText(value)?.trim()
  if (text !== undefined) return text === '' ? undefined : named(text, scope.notes)
  const node = await scope.follow(value)
  if (node) return personOf(node, scope.notes)
  const id = typeof value === 'object' && value && '@id' in value ? String(value['@id']) : ''
  if (id !== '') scope.notes.add('node_missing', id)
  const orcid = ORCID.exec(id)?.[1]
  return orcid === undefined ? undefined : { name: orcid, email: null, orcid }
}

/** A person as a node describes them. Undefined if it says nothing about who it is. */
export function personOf(node: Properties, notes?: Notes): IncomingPerson | undefined {
  const given = textOf(node, 'givenName')
  const family = textOf(node, 'familyName')
  const full = [given, family].flatMap((part) => part?.trim() || []).join(' ')
  // Some programs have nothing but the address for the name.
  const names = [full, ...textsOf(node, 'name'), textOf(node, 'alternateName') ?? '']
  const texts = names.map((name) => name.trim()).filter((name) => name !== '')
  const email = (textOf(node, 'email') ?? texts.find((name) => isEmail(name)))?.trim().replace(/^mailto:/i, '') ?? null
  const name = texts.find((text) => !isEmail(text)) ?? email
  if (name === null) return undefined
  const ids = ['identifier', 'sameAs', '@id', 'url'].flatMap((property) => idTexts(node, property))
  const orcid = ids.flatMap((id) => ORCID.exec(id)?.[1]?.toUpperCase() ?? [])[0] ?? null
  return personNamed(name, { email, orcid }, notes)
}

/** Identifiers are texts, references, or nodes with a value. */
function idTexts(node: Properties, property: string): string[] {
  return listOf(node.get(property)).flatMap((value) => {
    const text = plainText(value)
    if (text !== undefined) return [text]
    if (typeof value !== 'object' || value === null) return []
    return ['@id', 'value'].flatMap((key) => plainText((value as Record<string, unknown>)[key]) ?? [])
  })
}

function named(text: string, notes: Notes): IncomingPerson {
  return personNamed(text, { email: isEmail(text) ? text : null }, notes)
}

function isSame(a: IncomingPerson, b: IncomingPerson): boolean {
  return a.name === b.name && a.email === b.email
}
