import type { OffReason } from '@aliquot/contract/webhooks'
import { change } from '../../../change.ts'
import type { Context } from '../../../context.ts'
import { type Author, SYSTEM } from '../../../journal/record.ts'
import { notifyOfWebhookOff } from '../../notifications/notify.ts'
import * as repo from '../webhooks.repo.ts'
import { recordWebhook } from '../webhooks.service.ts'

/** Switches a webhook off and tells its owner. Its place is kept: whoever resumes it loses nothing. */
export async function switchOff(ctx: Context, id: number, reason: OffReason, author: Author = SYSTEM): Promise<void> {
  await change(ctx, author, async (work) => {
    const [hook] = await repo.hold(work.db, { id })
    if (!hook || hook.active === 0) return
    const after = await repo.update(work.db, hook, { active: 0, off_reason: reason, modified_at: work.at })
    await recordWebhook(work, after, 'updated', {
      active: { before: 1, after: 0 },
      off_reason: { before: null, after: reason },
      userid: { before: hook.userid, after: hook.userid },
    })
    await notifyOfWebhookOff(work, {
      userid: hook.userid,
      webhook: id,
      url: hook.url,
      scope: hook.scope,
      reason,
    })
  })
  ctx.log.warn({ webhook: id, reason }, 'a webhook was switched off')
  ctx.webhooks.noteChanged()
}
