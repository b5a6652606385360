import type { Context } from '../src/context.ts'
import type { CommentRow, EntityGrantRow, EntityRow } from '../src/db/schema.ts'
import { commentsTable } from '../src/db/tables/entries/comments.ts'
import { type Creation, creationOf } from '../src/features/entries/entries.change.ts'
import { type FieldRow, fieldsOf } from '../src/features/entries/entries.fields.ts'
import { grantRows } from '../src/features/entries/entries.permissions.ts'
import { fieldChange } from '../src/journal/changes.ts'
import { type Author, eventOf, type Happening, type NewEvent } from '../src/journal/record.ts'
import { sealOf } from '../src/journal/seals.ts'
import { searchText } from '../src/lib/search-text.ts'
import { searchTokens, titleKey } from '../src/lib/text.ts'
import { Texts } from '../src/text-work/text-work.ts'
import type { Draft } from './entries.ts'
import { SEEDER } from './world.ts'

/** The ids of the next rows. */
export interface NextIds {
  entities: number
  comments: number
  events: number
}

/** The rows of entries and their children by table, without totals. */
export interface Rows {
  entities: EntityRow[]
  bodies: { entity_id: number; body: string; deltas: number }[]
  entity_grants: EntityGrantRow[]
  entity_tags: { entity_id: number; tag_id: number }[]
  entity_texts: { entity_id: number; title: string; body: string }[]
  entity_fields: (FieldRow & { entity_id: number })[]
  comments: CommentRow[]
  events: (NewEvent & { id: number })[]
  chains: { chain: number; length: number; head: string }[]
}

/** The words of a row in a search index, and the entry that the row belongs to. */
export interface Words {
  row: number
  entity: number
  words: string[]
}

export interface Taken {
  rows: Rows
  words: { entity_search_comments: Words[] }
}

const ACCESS = { read: 1, write: 2 }

/**
 * Generates the rows that the service would write for new entries, in bulk: through the service it takes twice as long.
 */
export class EntryRows {
  readonly #ctx: Context
  /** An entry that the service has created, for default values. */
  readonly #like: EntityRow
  readonly #next: NextIds
  readonly #texts = new Texts(0)
  #taken = nothing()

  constructor(ctx: Context, like: EntityRow, next: NextIds) {
    this.#ctx = ctx
    this.#like = like
    this.#next = next
  }

  add(draft: Draft): void {
    const { body, comments } = draft
    const tags = draft.tags.toSorted((a, b) => a.id - b.id)
    const entry = this.#entryOf(draft)
    const { id } = entry
    const { rows } = this.#taken
    rows.bodies.push({ entity_id: id, body: body.text, deltas: 0 })
    rows.entity_grants.push(
      ...grantRows(entry, ACCESS.read, entry.canread),
      ...grantRows(entry, ACCESS.write, entry.canwrite),
    )
    for (const tag of tags) rows.entity_tags.push({ entity_id: id, tag_id: tag.id })
    this.#addSearched(entry, body.searched)
    const bodyChange = fieldChange(undefined, body.text)
    let head = this.#addEvent(SEEDER, entry.created_at, this.#creation({ entry, tags, chosen: [], bodyChange }))
    for (const comment of comments) {
      const at = this.#ctx.now()
      entry.recent_comment_at = at
      head = this.#addComment(entry, comment, at, head)
    }
    rows.entities.push(entry)
    rows.chains.push({ chain: id, ...head })
  }

  /** The rows since the last call. */
  take(): Taken {
    const taken = this.#taken
    this.#taken = nothing()
    return taken
  }

  #entryOf({ values, body }: Draft): EntityRow {
    const at = this.#ctx.now()
    return {
      ...this.#like,
      ...values,
      id: this.#next.entities++,
      title_key: titleKey(values.title),
      body_hash: body.hash,
      created_at: at,
      modified_at: at,
    } as EntityRow
  }

  #creation(creation: Creation): Happening {
    return creationOf(this.#texts, creation)
  }

  /** The indexes of entries are filled afterwards, as the service does it. */
  #addSearched({ id, title, metadata }: EntityRow, body: string): void {
    const { rows } = this.#taken
    rows.entity_texts.push({ entity_id: id, title: searchText(title), body })
    for (const field of fieldsOf(metadata)) rows.entity_fields.push({ entity_id: id, ...field })
  }

  #addComment(entry: EntityRow, comment: string, at: string, head: Head): Head {
    const id = this.#next.comments++
    const { userid } = entry
    const row = { id, entity_id: entry.id, userid, comment, immutable: 0, created_at: at, modified_at: at, version: 1 }
    this.#taken.rows.comments.push(row)
    this.#taken.words.entity_search_comments.push({ row: id, entity: entry.id, words: searchTokens(comment) })
    const happening: Happening = {
      chain: entry.id,
      subject: 'comment',
      subjectId: id,
      verb: 'created',
      changes: { comment: fieldChange(undefined, comment) },
      seal: sealOf(commentsTable, row),
    }
    return this.#addEvent({ ...SEEDER, userid }, at, happening, head)
  }

  #addEvent(author: Author, at: string, happening: Happening, head?: Head): Head {
    const event = eventOf(author, at, happening, head)
    this.#taken.rows.events.push({ id: this.#next.events++, ...event })
    return { length: event.position, head: event.hash }
  }
}

interface Head {
  length: number
  head: string
}

function nothing(): Taken {
  return {
    rows: {
      entities: [],
      bodies: [],
      entity_grants: [],
      entity_tags: [],
      entity_texts: [],
      entity_fields: [],
      comments: [],
      events: [],
      chains: [],
    },
    words: { entity_search_comments: [] },
  }
}
