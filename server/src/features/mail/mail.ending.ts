import type { Context } from '../../context.ts'
import type { Kind } from '../notifications/notifications.lookup.ts'
import type { Letter } from './mail.layout.ts'
import { linkTo } from './mail.links.ts'
import type { Mail } from './mail.transport.ts'
import { unsubscribeToken } from './mail.unsubscribe.ts'
import type { MailWords } from './words/english.ts'

interface Ending extends Pick<Letter, 'notes'> {
  /** The header for one click. */
  header: Pick<Mail, 'unsubscribe'>
}

/** How its reader ends messages of these kinds. */
export async function endingOf(
  ctx: Context,
  words: MailWords,
  userid: number,
  kinds: readonly Kind[],
): Promise<Ending> {
  const stop = linkTo(ctx, `unsubscribe/${await unsubscribeToken(ctx, userid, kinds)}`)
  const settings = linkTo(ctx, 'account/notifications')
  const notes = [
    words.because,
    ...(stop ? [{ label: words.unsubscribe, url: stop }] : []),
    ...(settings ? [{ label: words.settings, url: settings }] : []),
  ]
  return { notes, header: stop ? { unsubscribe: stop } : {} }
}
