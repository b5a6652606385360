import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/**
 * What only resources and templates have, apart from the entries: most entries are experiments and have neither. An
 * entry without a row here has the values that entities.settings.ts calls the defaults.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int, text, end } = columnTypes(engineOf(db))
  const nobody = `'{"teams": [], "teamgroups": [], "users": []}'`
  const statements = [
    `create table resource_settings (
      entity_id ${int} primary key references entities (id),
      canbook ${text} not null default ${nobody},
      canbook_base ${int} not null default 30,
      is_bookable ${int} not null default 0,
      available ${int} not null default 1,
      book_max_minutes ${int} not null default 0,
      book_max_slots ${int} not null default 0,
      book_can_overlap ${int} not null default 1,
      book_is_cancellable ${int} not null default 1,
      book_cancel_minutes ${int} not null default 0,
      book_users_can_in_past ${int} not null default 0,
      booking_window_days ${int} not null default 0,
      booking_hourly_rate_notax ${text} not null default '0.00',
      booking_hourly_rate_tax ${text} not null default '0.00',
      booking_hourly_rate_currency ${int} not null default 0,
      is_procurable ${int} not null default 0,
      proc_pack_qty ${int} not null default 0,
      proc_price_notax ${text} not null default '0.00',
      proc_price_tax ${text} not null default '0.00',
      proc_currency ${int} not null default 0
    )${end}`,
    // What the filter "bookable" looks up.
    'create index resource_settings_bookable on resource_settings (entity_id) where is_bookable = 1',

    `create table template_settings (
      entity_id ${int} primary key references entities (id),
      canread_target ${text} not null default ${nobody},
      canwrite_target ${text} not null default ${nobody},
      canread_target_base ${int} not null default 30,
      canwrite_target_base ${int} not null default 20,
      ordering ${int},
      color ${text}
    )${end}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
