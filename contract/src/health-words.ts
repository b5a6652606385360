import { writing } from './refusals/english.ts'
import { type BlanksIn, fillIn, type Params, type ValuesFor } from './refusals/sentence.ts'

/** What the checks of an instance find: the name of the check, what it found, and the English sentence. */
export const HEALTH_WORDS = {
  'check.failed': '{problem}',
  'configuration.valid': 'valid, data in {folder}',
  'disk.writable': 'writable, {free:bytes} free',
  'disk.missing': '{folder} does not exist yet; the first start creates it in {parent}',
  'permissions.later': 'the first start creates a private data folder',
  'permissions.of_system': 'managed by the operating system',
  'permissions.open_folder': 'data folder {folder} is readable by all users ({bits}). Run chmod 700.',
  'permissions.open_env': '.env is readable by all users and may hold a password. Run chmod 600.',
  'permissions.private': '{folder} is private ({bits})',
  'files.answers': '{place} answers and is writable',
  'files.none': 'no files yet; the first one creates {folder}',
  'files.writable': '{folder} is writable',
  'database.none': 'none in {folder} yet. The first start creates it. If you expected one, check DATA_DIR.',
  'database.sqlite': 'SQLite {version}, journal_mode {journal}, synchronous {synchronous}',
  'database.postgres': 'PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}',
  'database.too_old':
    'PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}: {oldest:count} or newer is needed',
  'database.not_durable': 'PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}: not durable',
  'schema.up_to_date': 'up to date ({newest})',
  'schema.pending': 'the next start applies {migrations:list}',
  'clock.now': '{now}',
  'clock.wrong': 'wrong: {now}',
  'clock.behind': 'behind the newest event, {newest}',
  'clock.drift': '{ms:count} ms off the database clock',
  'journal.none': 'not created yet',
  'journal.no_checkpoint': 'no checkpoint yet, {events:count} events',
  'journal.checkpoint': 'last checkpoint {at}, {events:count} events since',
  'journal.no_checkpoint_late':
    'no checkpoint yet, {events:count} events. A running service makes one every 10 minutes and when it stops. If it runs, look at its log.',
  'journal.checkpoint_late':
    'last checkpoint {at}, {events:count} events since. A running service makes one every 10 minutes and when it stops. If it runs, look at its log.',
  'jobs.none': 'not created yet',
  'jobs.counts': '{waiting:count} waiting, {running:count} running, {failed:count} failed',
  'jobs.failed':
    '{waiting:count} waiting, {running:count} running, {failed:count} failed. Run aliquot jobs list for details.',
  'mail.off': 'not set up, so none is sent',
  'mail.ok': 'sent by {host}',
  'mail.no_links': 'sent by {host}, without links: set BASE_URL',
  'mail.failing': '{waiting:count} e-mails could not be sent yet: {problem}',
  'webhooks.ok': '{active:count} active',
  'webhooks.failing': '{active:count} active, {failing:count} of them failing, {off:count} switched off by the service',
  'search.none': 'not created yet',
  'search.up_to_date': 'up to date',
  'search.behind': '{entries:count} entries not indexed yet, the oldest since {since}',
  'contents.none': 'no files yet',
  'contents.missing': 'file {file} is missing in the store. Check that everything was copied (docs/files.md).',
  'contents.found': 'first and last file found',
  'servers.none': 'none running',
  'servers.one': '1 running',
  'servers.several': '{count:count} running, with the same files and settings',
  'servers.other_files':
    'the server {name} on {host} keeps files elsewhere: share the folder "files" of DATA_DIR, or set FILES_URL on all servers (docs/several-servers.md)',
  'servers.other_address': 'the server {name} on {host} has another BASE_URL (docs/several-servers.md)',
  'servers.other_secrets': 'the server {name} on {host} has another secrets.key (docs/several-servers.md)',
  'servers.other_version': 'the server {name} on {host} runs version {version} (docs/several-servers.md)',
} as const

export type HealthCode = keyof typeof HEALTH_WORDS

/** A finding before it has words: its code, and what is filled in. */
export interface Finding {
  code: HealthCode
  params: Params
}

type ParamsOf<C extends HealthCode> = ValuesFor<BlanksIn<(typeof HEALTH_WORDS)[C]>>
type ParamsFor<C extends HealthCode> = C extends HealthCode
  ? keyof ParamsOf<C> extends never
    ? []
    : [params: ParamsOf<C>]
  : never

/** `finding('disk.writable', { free: 4096 })`: the compiler knows what each code needs. */
export function finding<C extends HealthCode>(code: C, ...[params]: ParamsFor<C>): Finding {
  return { code, params: (params ?? {}) as Params }
}

export function findingInEnglish({ code, params }: Finding): string {
  return fillIn(HEALTH_WORDS[code], params, writing).message
}
