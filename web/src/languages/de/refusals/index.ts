import type { RefusalCode } from '@aliquot/contract/refusals/index'
import type { Sentence } from '@aliquot/contract/refusals/sentence'
import { agentWords } from './agent.ts'
import { apiWords } from './api.ts'
import { apikeyWords } from './apikey.ts'
import { archiveWords } from './archive.ts'
import { authWords } from './auth.ts'
import { changesWords } from './changes.ts'
import { commentWords } from './comment.ts'
import { entryWords } from './entry.ts'
import { exportWords } from './export.ts'
import { extraFieldWords } from './extra-field.ts'
import { fieldWords } from './field.ts'
import { historyWords } from './history.ts'
import { importWords } from './import.ts'
import { instanceWords } from './instance.ts'
import { labelWords } from './label.ts'
import { labelSheetWords } from './label-sheet.ts'
import { linkWords } from './link.ts'
import { listWords } from './list.ts'
import { moveInWords } from './move-in.ts'
import { notificationWords } from './notification.ts'
import { passwordWords } from './password.ts'
import { permissionWords } from './permission.ts'
import { queryWords } from './query.ts'
import { requestWords } from './request.ts'
import { requestActionWords } from './request-action.ts'
import { resumableWords } from './resumable.ts'
import { setupWords } from './setup.ts'
import { shareWords } from './share.ts'
import { stepWords } from './step.ts'
import { storageWords } from './storage.ts'
import { tableWords } from './table.ts'
import { tagWords } from './tag.ts'
import { teamWords } from './team.ts'
import { teamgroupWords } from './teamgroup.ts'
import { todoWords } from './todo.ts'
import { uploadWords } from './upload.ts'
import { userWords } from './user.ts'
import { viewWords } from './view.ts'
import { webhookWords } from './webhook.ts'

/** Every refusal in German. The compiler names what is missing. */
export const sentences: Readonly<Record<RefusalCode, Sentence>> = {
  ...agentWords,
  ...apiWords,
  ...apikeyWords,
  ...archiveWords,
  ...authWords,
  ...changesWords,
  ...commentWords,
  ...entryWords,
  ...exportWords,
  ...extraFieldWords,
  ...fieldWords,
  ...historyWords,
  ...importWords,
  ...instanceWords,
  ...labelWords,
  ...labelSheetWords,
  ...linkWords,
  ...listWords,
  ...moveInWords,
  ...notificationWords,
  ...passwordWords,
  ...permissionWords,
  ...queryWords,
  ...requestWords,
  ...requestActionWords,
  ...resumableWords,
  ...setupWords,
  ...shareWords,
  ...stepWords,
  ...storageWords,
  ...tableWords,
  ...tagWords,
  ...teamWords,
  ...teamgroupWords,
  ...todoWords,
  ...uploadWords,
  ...userWords,
  ...viewWords,
  ...webhookWords,
}
