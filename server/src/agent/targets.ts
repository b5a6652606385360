import { createHash } from 'node:crypto'
import type { Client } from './client.ts'
import type { Ledger, Place } from './ledger.ts'
import { Refused } from './problems.ts'
import { fill, type Goal } from './rules.ts'
import type { FoundFile } from './scan.ts'

/** The entry for a file, found or made by its rule. */
export class Targets {
  readonly #client: Client
  readonly #ledger: Ledger
  /** Files of one folder share an entry, and come at the same time. */
  readonly #making = new Map<string, Promise<Place>>()

  constructor(client: Client, ledger: Ledger) {
    this.#client = client
    this.#ledger = ledger
  }

  async find(goal: Goal, folder: string, file: FoundFile, groups: readonly string[]): Promise<Place> {
    if (goal.kind !== 'template') return this.#look(queryOf(goal, groups))
    const part = goal.per === 'folder' ? topFolder(file.relative) : file.relative
    // A file beside the folders has an entry of its own.
    const made = JSON.stringify([folder, part, goal.template])
    const known = this.#ledger.made.get(made)
    if (known) return known
    const running = this.#making.get(made) ?? this.#make(goal, made, groups)
    this.#making.set(made, running)
    try {
      return await running
    } finally {
      this.#making.delete(made)
    }
  }

  async #make(goal: Extract<Goal, { kind: 'template' }>, made: string, groups: readonly string[]): Promise<Place> {
    const body = bodyOf(goal, groups)
    const once = onceOf('entry', this.#ledger.agent, made, JSON.stringify(body))
    const id = await this.#client.create(goal.type, body, once)
    const entry = { type: goal.type, id }
    this.#ledger.setMade(made, entry)
    return entry
  }

  async #look(query: Record<string, string>): Promise<Place> {
    const asked = new URLSearchParams(query)
    const found = await this.#client.get<Place[]>(`deposit_targets?${asked}`)
    const [entry, ...more] = found
    const words = Object.entries(query).map(([name, value]) => `${name} ${value}`)
    if (!entry && query.newest_of !== undefined) throw new Refused(describeNoNewest(query.newest_of))
    if (!entry) throw new Refused(`there is no entry with ${words.join(', ')} to which this key may add files`)
    if (more.length > 0) throw new Refused(`${found.length} entries have ${words.join(', ')}`)
    return { type: entry.type, id: entry.id }
  }
}

/** The notebook does not tell which of these it is: that would reveal entries that the key may not see. */
function describeNoNewest(mail: string): string {
  return `${mail} has no open experiment, or this key may not add files to the newest one; an older one is not used`
}

/** The same for the same parts: a repeated request does nothing twice. */
export function onceOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

export function bodyOf(goal: Extract<Goal, { kind: 'template' }>, groups: readonly string[]): object {
  const fields = Object.entries(goal.fields).map(([name, text]) => [name, { value: fill(text, groups) }])
  const title = fill(goal.title, groups).trim()
  return {
    template: goal.template,
    ...(title !== '' && { title: title.slice(0, 255).toWellFormed() }),
    ...(fields.length > 0 && { metadata: { extra_fields: Object.fromEntries(fields) } }),
  }
}

function topFolder(relative: string): string {
  const [first = '', ...rest] = relative.split('/')
  return rest.length > 0 ? `${first}/` : relative
}

function queryOf(goal: Exclude<Goal, { kind: 'template' }>, groups: readonly string[]): Record<string, string> {
  switch (goal.kind) {
    case 'entry':
      return { entity_type: goal.type, id: requireNumber(fill(goal.id, groups), 'id') }
    case 'elabid':
      return { elabid: fill(goal.elabid, groups) }
    case 'customId':
      return { entity_type: goal.type, custom_id: requireNumber(fill(goal.customId, groups), 'custom id') }
    case 'newestOf':
      return { newest_of: fill(goal.mail, groups) }
  }
}

function requireNumber(text: string, name: string): string {
  if (!/^\d{1,9}$/.test(text)) throw new Refused(`the ${name} in its name is no number: "${text}"`)
  return String(Number(text))
}

/** What a goal means for a file, in words. */
export function describeGoal(goal: Goal, groups: readonly string[]): string {
  if (goal.kind === 'template') {
    return `a new entry of ${goal.type} from template ${goal.template}, ${JSON.stringify(bodyOf(goal, groups))}`
  }
  try {
    return `the entry with ${new URLSearchParams(queryOf(goal, groups)).toString().replaceAll('&', ', ')}`
  } catch (error) {
    return `nowhere: ${(error as Error).message}`
  }
}
