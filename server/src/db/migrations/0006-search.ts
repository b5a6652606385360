import { type Kysely, sql } from 'kysely'
import { columnTypes, type Engine, engineOf } from './frozen/engine.ts'
import { fillSearch } from './frozen/search.ts'

/** What the query language and the orders of lists read: folded texts, extra fields as rows, and indexes for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const engine = engineOf(db)
  const { int, text, end } = columnTypes(engine)
  const statements = [
    `create table entity_texts (
      entity_id ${int} primary key references entities (id),
      title ${text} not null,
      body ${text} not null
    )${end}`,
    `create table entity_fields (
      entity_id ${int} not null references entities (id),
      place ${int} not null,
      name ${text} not null,
      name_key ${text} not null,
      value ${text} not null,
      primary key (entity_id, place)
    )${end}`,
    // Values can be longer than an index holds.
    'create index entity_fields_value on entity_fields (name_key, substr(value, 1, 200), entity_id)',
    ...searchTables(engine),
    ...dayIndexes(),
    ...orderIndexes(engine),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await fillSearch(db)
}

/** As for entity_search, see 0001: finished words and grams that the engine only keeps. */
function searchTables(engine: Engine): string[] {
  return engine === 'sqlite'
    ? [
        // Grams are looked up in the index alone, so they are kept nowhere else.
        `create virtual table entity_search_grams using fts5 (
          grams, content='', contentless_delete=1, detail=none, tokenize="ascii")`,
        `create virtual table entity_search_comments using fts5 (words, detail=none, tokenize="ascii", prefix='2 3')`,
      ]
    : [
        'create table entity_search_grams (entity_id integer primary key references entities (id), grams tsvector not null)',
        'create index entity_search_grams_grams on entity_search_grams using gin (grams)',
        `create table entity_search_comments (
          comment_id integer primary key references comments (id), words tsvector not null)`,
        'create index entity_search_comments_words on entity_search_comments using gin (words)',
      ]
}

function dayIndexes(): string[] {
  return [
    'create index entities_created on entities (type, created_at)',
    'create index entities_locked_at on entities (type, locked_at) where locked_at is not null',
    'create index entities_timestamped_at on entities (type, timestamped_at) where timestamped_at is not null',
  ]
}

/**
 * Lists in the order of custom ids and of newest comments: as in 0001, but only of the entries that have one, so that
 * making an entry without costs nothing. Owners' own lists are short enough to be sorted.
 */
function orderIndexes(engine: Engine): string[] {
  const scopes = { team: 'type, team, state, canread_base', all: 'type, state, canread_base' }
  const orders = { number: 'custom_id', comment: 'recent_comment_at' }
  const nulls = engine === 'sqlite' ? '' : ' nulls first'
  return Object.entries(scopes).flatMap(([scope, range]) =>
    Object.entries(orders).map(
      ([order, column]) =>
        `create index entities_${scope}_${order} on entities (${range}, ${column}${nulls}, id) where ${column} is not null`,
    ),
  )
}
