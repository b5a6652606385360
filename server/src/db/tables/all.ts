import { dailyCountsTable } from './derived/daily-counts.ts'
import { entityCountsTable } from './derived/entity-counts.ts'
import { entityFieldsTable } from './derived/entity-fields.ts'
import { entityTextsTable } from './derived/entity-texts.ts'
import { fieldCountsTable } from './derived/field-counts.ts'
import { jobsTable } from './derived/jobs.ts'
import { lastRunsTable } from './derived/last-runs.ts'
import { previewsTable } from './derived/previews.ts'
import { searchIndexerTable } from './derived/search-indexer.ts'
import { searchPendingTable } from './derived/search-pending.ts'
import { serversTable } from './derived/servers.ts'
import { tagCountsTable } from './derived/tag-counts.ts'
import { uploadTotalsTable } from './derived/upload-totals.ts'
import { bodiesTable } from './entries/bodies.ts'
import { commentsTable } from './entries/comments.ts'
import { entitiesTable } from './entries/entities.ts'
import { entityGrantsTable } from './entries/entity-grants.ts'
import { entityLinksTable } from './entries/entity-links.ts'
import { favtagsTable } from './entries/favtags.ts'
import { followPlaceTable, followsTable } from './entries/follows.ts'
import { importAddressesTable, importEntriesTable, importsTable } from './entries/imports.ts'
import { labelsTable } from './entries/labels.ts'
import { movedTable, moveSourcesTable } from './entries/moved.ts'
import { originsTable } from './entries/origins.ts'
import { pinsTable } from './entries/pins.ts'
import { requestActionsTable } from './entries/request-actions.ts'
import { resourceSettingsTable, templateSettingsTable } from './entries/settings-of-types.ts'
import { stepsTable } from './entries/steps.ts'
import { storedExportsTable } from './entries/stored-exports.ts'
import { entityTagsTable, tagsTable } from './entries/tags.ts'
import { uploadsTable } from './entries/uploads.ts'
import { viewsTable } from './entries/views.ts'
import { accessBeforeTable } from './journal/access-before.ts'
import { chainsTable } from './journal/chains.ts'
import { checkpointsTable } from './journal/checkpoints.ts'
import { eventsTable } from './journal/events.ts'
import { idempotencyTable } from './journal/idempotency.ts'
import { principalsSinceTable } from './journal/principals-since.ts'
import { sweepsTable } from './journal/sweeps.ts'
import { agentsTable } from './people/agents.ts'
import { apikeysTable } from './people/apikeys.ts'
import { configTable } from './people/config.ts'
import { knownDevicesTable } from './people/known-devices.ts'
import { membershipsTable } from './people/memberships.ts'
import { notificationsTable } from './people/notifications.ts'
import { passwordRequestsTable } from './people/password-requests.ts'
import { sessionsTable } from './people/sessions.ts'
import { settingsTable } from './people/settings.ts'
import { signInFailuresTable } from './people/sign-in-failures.ts'
import { teamgroupMembersTable, teamgroupsTable } from './people/teamgroups.ts'
import { teamsTable } from './people/teams.ts'
import { todoItemsTable } from './people/todo-items.ts'
import { usersTable } from './people/users.ts'
import { webhookDeliveriesTable, webhookStatesTable, webhooksTable, webhookTurnTable } from './people/webhooks.ts'
import type { SealedTable } from './table.ts'

/** Every table, in an order in which a restore can fill them. */
export const TABLES = [
  settingsTable,
  configTable,
  usersTable,
  teamsTable,
  membershipsTable,
  teamgroupsTable,
  teamgroupMembersTable,
  apikeysTable,
  agentsTable,
  sessionsTable,
  webhooksTable,
  webhookStatesTable,
  labelsTable,
  viewsTable,
  entitiesTable,
  bodiesTable,
  resourceSettingsTable,
  templateSettingsTable,
  entityGrantsTable,
  tagsTable,
  entityTagsTable,
  favtagsTable,
  pinsTable,
  followsTable,
  followPlaceTable,
  commentsTable,
  stepsTable,
  entityLinksTable,
  requestActionsTable,
  todoItemsTable,
  uploadsTable,
  originsTable,
  importsTable,
  importEntriesTable,
  importAddressesTable,
  storedExportsTable,
  moveSourcesTable,
  movedTable,
  notificationsTable,
  eventsTable,
  chainsTable,
  checkpointsTable,
  idempotencyTable,
  sweepsTable,
  accessBeforeTable,
  principalsSinceTable,
  entityCountsTable,
  tagCountsTable,
  fieldCountsTable,
  entityFieldsTable,
  entityTextsTable,
  searchPendingTable,
  searchIndexerTable,
  dailyCountsTable,
  uploadTotalsTable,
  previewsTable,
  jobsTable,
  serversTable,
  lastRunsTable,
  knownDevicesTable,
  signInFailuresTable,
  webhookDeliveriesTable,
  webhookTurnTable,
  passwordRequestsTable,
] as const

type Described = (typeof TABLES)[number]

/** The tables whose rows are sealed in chains of this kind. */
export function sealedTables(chain: 'instance' | 'entry'): SealedTable<never>[] {
  const isSealed = (table: Described): table is Extract<Described, { proof: { by: 'seal' } }> =>
    table.proof.by === 'seal' && table.proof.chain === chain
  return TABLES.filter(isSealed)
}
