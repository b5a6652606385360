import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { tokenHash } from '../../lib/token-hash.ts'

/**
 * Browsers in which a person has signed in before. A cookie holds a random token, and its hash is stored with everybody
 * who signed in there. Wrong guesses from elsewhere do not slow these people down.
 */

const MOST_OF_A_PERSON = 20

export async function isKnownDevice(ctx: Context, userid: number, device: string): Promise<boolean> {
  const found = await ctx.db.read
    .selectFrom('known_devices')
    .select('userid')
    .where('userid', '=', userid)
    .where('device_hash', '=', tokenHash(device))
    .executeTakeFirst()
  return found !== undefined
}

/** Part of a sign-in. The least recently used device makes room. */
export async function noteDevice(db: Db, userid: number, device: string, at: string): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ userid, device_hash: tokenHash(device), last_used_at: at })
    .onConflict((conflict) => conflict.columns(['userid', 'device_hash']).doUpdateSet({ last_used_at: at }))
    .execute()
  const oldest = await db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('userid', '=', userid)
    .orderBy('last_used_at', 'desc')
    .limit(MOST_OF_A_PERSON)
    .offset(MOST_OF_A_PERSON)
    .execute()
  for (const { device_hash } of oldest) {
    await db.deleteFrom('known_devices').where('userid', '=', userid).where('device_hash', '=', device_hash).execute()
  }
}

/** Part of a change of the password: whoever knew the old one may have signed in somewhere. */
export async function forgetDevices(db: Db, userid: number): Promise<void> {
  await db.deleteFrom('known_devices').where('userid', '=', userid).execute()
}
