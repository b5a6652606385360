import type { Command } from './command.ts'
import { userKeys, userSessions } from './commands/access.ts'
import { apikeyCreate, apikeyList, apikeyRevoke } from './commands/apikeys.ts'
import { backup, restore } from './commands/backup.ts'
import { configGet, configSet } from './commands/config.ts'
import { doctor } from './commands/doctor.ts'
import { entryShow } from './commands/entries.ts'
import { exportEntries } from './commands/export.ts'
import { filesCopy } from './commands/files.ts'
import { importFile } from './commands/import.ts'
import { migrate, serve } from './commands/instance.ts'
import { jobsList, jobsRemake, jobsRetry } from './commands/jobs.ts'
import { moveInFrom } from './commands/move-in.ts'
import { teamCreate, teamDelete, teamList, teamSet, teamShow } from './commands/teams.ts'
import { userCreate, userList, userPassword, userSet } from './commands/users.ts'
import { checkpoints, verify } from './commands/verify.ts'
import { watch, watchStatus } from './commands/watch.ts'
import { webhooksList, webhooksOff } from './commands/webhooks.ts'

/** Every command, in the order of the help. A test compares this list with `docs/cli.md`. */
export const commands: readonly Command[] = [
  serve,
  migrate,
  doctor,
  teamCreate,
  teamList,
  teamShow,
  teamSet,
  teamDelete,
  userCreate,
  userList,
  userSet,
  userPassword,
  userSessions,
  userKeys,
  configGet,
  configSet,
  apikeyCreate,
  apikeyList,
  apikeyRevoke,
  entryShow,
  exportEntries,
  moveInFrom,
  importFile,
  filesCopy,
  jobsList,
  jobsRetry,
  jobsRemake,
  webhooksList,
  webhooksOff,
  watchStatus,
  watch,
  verify,
  checkpoints,
  backup,
  restore,
]
