import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { existingSecretKeyOf, secretKeyOf } from '../../instance-config/secret-key.ts'
import { KINDS, type Kind } from '../notifications/notifications.lookup.ts'
import { changePreferences } from '../users/users.attributes.ts'

const BETWEEN_KINDS = '-'

/** A token with which its holder can switch off e-mails of these kinds, and nothing else. It does not expire. */
export async function unsubscribeToken(ctx: Context, userid: number, kinds: readonly Kind[]): Promise<string> {
  const about = `${userid}.${[...new Set(kinds)].sort().join(BETWEEN_KINDS)}`
  return `${about}.${signatureOf(await secretKeyOf(ctx), about)}`
}

export interface Subscription {
  userid: number
  kinds: readonly Kind[]
}

/** What a token is about; undefined if it is not one of ours. */
export async function readToken(ctx: Context, token: string): Promise<Subscription | undefined> {
  const [, about = '', userid = '', names = '', signature = ''] =
    /^((\d{1,10})\.([a-z_-]{1,200}))\.([\w-]{43})$/.exec(token) ?? []
  const key = about === '' ? undefined : await existingSecretKeyOf(ctx)
  if (key === undefined) return undefined
  const expected = Buffer.from(signatureOf(key, about))
  if (!timingSafeEqual(expected, Buffer.from(signature))) return undefined
  const named = names.split(BETWEEN_KINDS)
  return { userid: Number(userid), kinds: KINDS.filter((kind) => named.includes(kind)) }
}

/** Switches off the e-mails. False: there is no such person any more. */
export function unsubscribe(ctx: Context, { userid, kinds }: Subscription, address: string): Promise<boolean> {
  const off = kinds.map((kind) => [`notif_${kind}_email`, 0])
  return changePreferences(ctx, { userid, via: 'unsubscribe', address }, userid, Object.fromEntries(off))
}

function signatureOf(key: string, about: string): string {
  return createHmac('sha256', key).update(`unsubscribe:${about}`).digest('base64url')
}
