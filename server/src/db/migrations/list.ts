import type { Kysely } from 'kysely'
import * as init from './0001-init.ts'
import * as countEveryone from './0002-count-everyone.ts'
import * as resourcesAndTemplates from './0003-resources-and-templates.ts'
import * as structureOfATeam from './0004-structure-of-a-team.ts'
import * as peopleAndConfig from './0005-people-and-config.ts'
import * as search from './0006-search.ts'
import * as views from './0007-views.ts'
import * as requiredFields from './0008-required-fields.ts'
import * as stepsAndLinks from './0009-steps-links.ts'
import * as files from './0010-files.ts'
import * as changeReason from './0011-change-reason.ts'
import * as filtersById from './0012-filters-by-id.ts'
import * as saves from './0013-saves.ts'
import * as jobs from './0014-jobs.ts'
import * as teamLimits from './0015-team-limits.ts'
import * as newestWords from './0018-newest-words.ts'
import * as versionsOfFiles from './0019-versions-of-files.ts'
import * as signIn from './0020-sign-in.ts'
import * as repeatedSaves from './0021-repeated-saves.ts'
import * as servers from './0025-servers.ts'
import * as usesInAllTeams from './0026-uses-in-all-teams.ts'
import * as giversOfLinks from './0027-givers-of-links.ts'
import * as notificationsOfPeople from './0028-notifications-of-people.ts'
import * as indexLater from './0029-index-later.ts'
import * as countNewEntries from './0030-count-new-entries.ts'
import * as jobsOfPeople from './0031-jobs-of-people.ts'
import * as runningJobs from './0032-running-jobs.ts'
import * as changesByBlock from './0033-changes-by-block.ts'
import * as unindexedTexts from './0034-unindexed-texts.ts'

export interface Migration {
  name: string
  up(db: Kysely<unknown>): Promise<void>
}

/**
 * In the order they run. A released one is never edited, renamed or removed; it imports nothing but packages and
 * `frozen/`, so that no edit elsewhere changes what it does. Numbers without a migration were never released.
 */
export const migrations: readonly Migration[] = [
  { name: '0001-init', up: init.up },
  { name: '0002-count-everyone', up: countEveryone.up },
  { name: '0003-resources-and-templates', up: resourcesAndTemplates.up },
  { name: '0004-structure-of-a-team', up: structureOfATeam.up },
  { name: '0005-people-and-config', up: peopleAndConfig.up },
  { name: '0006-search', up: search.up },
  { name: '0007-views', up: views.up },
  { name: '0008-required-fields', up: requiredFields.up },
  { name: '0009-steps-links', up: stepsAndLinks.up },
  { name: '0010-files', up: files.up },
  { name: '0011-change-reason', up: changeReason.up },
  { name: '0012-filters-by-id', up: filtersById.up },
  { name: '0013-saves', up: saves.up },
  { name: '0014-jobs', up: jobs.up },
  { name: '0015-team-limits', up: teamLimits.up },
  { name: '0018-newest-words', up: newestWords.up },
  { name: '0019-versions-of-files', up: versionsOfFiles.up },
  { name: '0020-sign-in', up: signIn.up },
  { name: '0021-repeated-saves', up: repeatedSaves.up },
  { name: '0025-servers', up: servers.up },
  { name: '0026-uses-in-all-teams', up: usesInAllTeams.up },
  { name: '0027-givers-of-links', up: giversOfLinks.up },
  { name: '0028-notifications-of-people', up: notificationsOfPeople.up },
  { name: '0029-index-later', up: indexLater.up },
  { name: '0030-count-new-entries', up: countNewEntries.up },
  { name: '0031-jobs-of-people', up: jobsOfPeople.up },
  { name: '0032-running-jobs', up: runningJobs.up },
  { name: '0033-changes-by-block', up: changesByBlock.up },
  { name: '0034-unindexed-texts', up: unindexedTexts.up },
]
