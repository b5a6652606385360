import { agentRefusals } from './agent.ts'
import { apiRefusals } from './api.ts'
import { apikeyRefusals } from './apikey.ts'
import { archiveRefusals } from './archive.ts'
import { authRefusals } from './auth.ts'
import { changesRefusals } from './changes.ts'
import { commentRefusals } from './comment.ts'
import { entryRefusals } from './entry.ts'
import { exportRefusals } from './export.ts'
import { extraFieldRefusals } from './extra-field.ts'
import { fieldRefusals } from './field.ts'
import { historyRefusals } from './history.ts'
import { importRefusals } from './import.ts'
import { instanceRefusals } from './instance.ts'
import { labelRefusals } from './label.ts'
import { labelSheetRefusals } from './label-sheet.ts'
import { linkRefusals } from './link.ts'
import { listRefusals } from './list.ts'
import { moveInRefusals } from './move-in.ts'
import { notificationRefusals } from './notification.ts'
import { passwordRefusals } from './password.ts'
import { permissionRefusals } from './permission.ts'
import { queryRefusals } from './query.ts'
import { requestRefusals } from './request.ts'
import { requestActionRefusals } from './request-action.ts'
import { resumableRefusals } from './resumable.ts'
import type { BlanksIn, ValuesFor } from './sentence.ts'
import { setupRefusals } from './setup.ts'
import { shareRefusals } from './share.ts'
import { stepRefusals } from './step.ts'
import { storageRefusals } from './storage.ts'
import { tableRefusals } from './table.ts'
import { tagRefusals } from './tag.ts'
import { teamRefusals } from './team.ts'
import { teamgroupRefusals } from './teamgroup.ts'
import { todoRefusals } from './todo.ts'
import { uploadRefusals } from './upload.ts'
import { userRefusals } from './user.ts'
import { viewRefusals } from './view.ts'
import { webhookRefusals } from './webhook.ts'

/**
 * Everything that the service refuses, in one place: a code that programs and other languages go by, and the English
 * sentence with the names of what is filled in. A feature keeps its own in a file of its name and is added here.
 */
export const REFUSALS = {
  ...agentRefusals,
  ...apiRefusals,
  ...apikeyRefusals,
  ...archiveRefusals,
  ...authRefusals,
  ...changesRefusals,
  ...commentRefusals,
  ...entryRefusals,
  ...exportRefusals,
  ...extraFieldRefusals,
  ...fieldRefusals,
  ...historyRefusals,
  ...importRefusals,
  ...instanceRefusals,
  ...labelRefusals,
  ...labelSheetRefusals,
  ...linkRefusals,
  ...listRefusals,
  ...moveInRefusals,
  ...notificationRefusals,
  ...passwordRefusals,
  ...permissionRefusals,
  ...queryRefusals,
  ...requestRefusals,
  ...requestActionRefusals,
  ...resumableRefusals,
  ...setupRefusals,
  ...shareRefusals,
  ...stepRefusals,
  ...storageRefusals,
  ...tableRefusals,
  ...tagRefusals,
  ...teamRefusals,
  ...teamgroupRefusals,
  ...todoRefusals,
  ...uploadRefusals,
  ...userRefusals,
  ...viewRefusals,
  ...webhookRefusals,
}

export type RefusalCode = keyof typeof REFUSALS

/** What the sentence of a code is filled in with. */
export type ParamsOf<C extends RefusalCode> = ValuesFor<BlanksIn<(typeof REFUSALS)[C]>>
