import type { Kysely } from 'kysely'

export interface Migration {
  name: string
  up(db: Kysely<unknown>): Promise<void>
}

/**
 * In the order they run. A released one is never edited, renamed or removed; it imports nothing but packages and
 * `frozen/`, so that no edit elsewhere changes what it does. Numbers without a migration were never released.
 */
export const migrations: readonly Migration[] = [
  later('0001-init', () => import('./0001-init.ts')),
  later('0002-count-everyone', () => import('./0002-count-everyone.ts')),
  later('0003-resources-and-templates', () => import('./0003-resources-and-templates.ts')),
  later('0004-structure-of-a-team', () => import('./0004-structure-of-a-team.ts')),
  later('0005-people-and-config', () => import('./0005-people-and-config.ts')),
  later('0006-search', () => import('./0006-search.ts')),
  later('0007-views', () => import('./0007-views.ts')),
  later('0008-required-fields', () => import('./0008-required-fields.ts')),
  later('0009-steps-links', () => import('./0009-steps-links.ts')),
  later('0010-files', () => import('./0010-files.ts')),
  later('0011-change-reason', () => import('./0011-change-reason.ts')),
  later('0012-filters-by-id', () => import('./0012-filters-by-id.ts')),
  later('0013-saves', () => import('./0013-saves.ts')),
  later('0014-jobs', () => import('./0014-jobs.ts')),
  later('0015-team-limits', () => import('./0015-team-limits.ts')),
  later('0018-newest-words', () => import('./0018-newest-words.ts')),
  later('0019-versions-of-files', () => import('./0019-versions-of-files.ts')),
  later('0020-sign-in', () => import('./0020-sign-in.ts')),
  later('0021-repeated-saves', () => import('./0021-repeated-saves.ts')),
  later('0025-servers', () => import('./0025-servers.ts')),
  later('0026-uses-in-all-teams', () => import('./0026-uses-in-all-teams.ts')),
  later('0027-givers-of-links', () => import('./0027-givers-of-links.ts')),
  later('0028-notifications-of-people', () => import('./0028-notifications-of-people.ts')),
  later('0029-index-later', () => import('./0029-index-later.ts')),
  later('0030-count-new-entries', () => import('./0030-count-new-entries.ts')),
  later('0031-jobs-of-people', () => import('./0031-jobs-of-people.ts')),
  later('0032-running-jobs', () => import('./0032-running-jobs.ts')),
  later('0033-changes-by-block', () => import('./0033-changes-by-block.ts')),
  later('0034-unindexed-texts', () => import('./0034-unindexed-texts.ts')),
  later('0035-grants-for-lists', () => import('./0035-grants-for-lists.ts')),
  later('0036-smaller-indexes', () => import('./0036-smaller-indexes.ts')),
  later('0037-the-feed', () => import('./0037-the-feed.ts')),
  later('0038-deposit-keys', () => import('./0038-deposit-keys.ts')),
  later('0039-agents', () => import('./0039-agents.ts')),
  later('0040-webhooks', () => import('./0040-webhooks.ts')),
  later('0041-mail', () => import('./0041-mail.ts')),
  later('0042-visible-notifications', () => import('./0042-visible-notifications.ts')),
  later('0045-silent-agents', () => import('./0045-silent-agents.ts')),
  later('0046-follows', () => import('./0046-follows.ts')),
  later('0050-imports', () => import('./0050-imports.ts')),
  later('0051-stored-exports', () => import('./0051-stored-exports.ts')),
  later('0053-moving-in', () => import('./0053-moving-in.ts')),
  later('0054-origins-of-files', () => import('./0054-origins-of-files.ts')),
]

/** Loaded when it runs: most starts have nothing to migrate. */
function later(name: string, load: () => Promise<Pick<Migration, 'up'>>): Migration {
  return { name, up: async (db) => (await load()).up(db) }
}
