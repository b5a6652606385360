import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { takeTurns } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { NoRoom, OverQuota, TooLarge } from '../../errors.ts'
import * as repo from './uploads.repo.ts'

declare module '../../context.ts' {
  interface Context {
    /** The free bytes on the disk of the data folder at the last check. */
    freeSpace: { last: { at: number; free: number } | undefined }
  }
}

/** Refuses a file that would exceed the limits or the disk, before it is read. */
export async function requireRoom(ctx: Context, team: number, bytes: number): Promise<void> {
  requireSize(ctx, bytes)
  await requireWithinQuota(ctx, team, bytes)
  await requireFreeSpace(ctx, bytes)
}

/** The same for content that is already on the disk. */
export async function requireWithinQuota(ctx: Context, team: number, bytes: number): Promise<void> {
  await requireQuota(ctx.db.read, team, bytes, await quotasOf(ctx, ctx.db.read, team))
}

/** The overhead of a form is not counted, so that its length can be checked too. */
const AROUND = 64 * 1024

function requireSize({ config }: Context, bytes: number): void {
  if (bytes > config.MAX_UPLOAD_SIZE + AROUND) throw tooLarge(config.MAX_UPLOAD_SIZE)
}

function tooLarge(limit: number): TooLarge {
  return new TooLarge('field.above_size', { field: 'file', most: limit })
}

const BETWEEN_LOOKS = 32 * 1024 * 1024

/**
 * Checks a file as it arrives, because nobody has to declare its size. The free space is checked after `firstLook`
 * bytes, and then regularly.
 */
export function watchSize(ctx: Context, firstLook = BETWEEN_LOOKS): (size: number) => void | Promise<void> {
  const { MAX_UPLOAD_SIZE } = ctx.config
  let nextLook = firstLook
  return (size) => {
    if (size > MAX_UPLOAD_SIZE) throw tooLarge(MAX_UPLOAD_SIZE)
    if (size < nextLook) return undefined
    nextLook = size + BETWEEN_LOOKS
    return requireFreeSpace(ctx, 0)
  }
}

/** The database must be able to write on, so a file never takes the last space of the disk. */
export async function requireFreeSpace(ctx: Context, bytes: number): Promise<void> {
  const { config } = ctx
  if ((await freeSpace(ctx)) - bytes >= config.FILES_FREE_SPACE) return
  throw new NoRoom('upload.disk_nearly_full')
}

const KNOWN_MS = 500

/** Cached, so that many small files need not check each time. */
async function freeSpace({ config, freeSpace }: Context): Promise<number> {
  const { last } = freeSpace
  if (last && performance.now() - last.at < KNOWN_MS) return last.free
  const { bavail, bsize } = await statfs(config.DATA_DIR)
  freeSpace.last = { at: performance.now(), free: bavail * bsize }
  return bavail * bsize
}

/** The limits for all files of a team, and for all files; 0 means no limit. Identical contents count each time. */
interface Quotas {
  ofTeam: number
  ofAll: number
}

async function quotasOf({ config }: Pick<Context, 'config'>, db: Db, team: number): Promise<Quotas> {
  const [own] = await repo.quotaOfTeam(db, { team })
  return { ofTeam: limitOfTeam(config, own?.files_quota ?? null), ofAll: config.FILES_QUOTA }
}

/** The limit that was set for a team takes precedence over the setting for all teams. */
export function limitOfTeam({ FILES_TEAM_QUOTA }: Pick<Config, 'FILES_TEAM_QUOTA'>, own: number | null): number {
  return own ?? FILES_TEAM_QUOTA
}

async function requireQuota(db: Db, team: number, bytes: number, { ofTeam, ofAll }: Quotas): Promise<void> {
  if (ofTeam > 0) {
    const [total] = await repo.bytesOfTeam(db, { team })
    if ((total?.bytes ?? 0) + bytes > ofTeam) {
      throw new OverQuota('upload.team_quota', { most: ofTeam })
    }
  }
  if (ofAll > 0) {
    const [total] = await repo.bytesOfAll(db, {})
    if ((total?.bytes ?? 0) + bytes > ofAll) {
      throw new OverQuota('upload.quota', { most: ofAll })
    }
  }
}

/** The number of the lock for quotas. */
const TURNS = 1
const ALL_TEAMS = 0

/** The same inside a transaction: others who add files wait until it ends, and then see what it added. */
export async function holdQuota(
  { config }: Pick<Context, 'config'>,
  db: Db,
  team: number,
  bytes: number,
): Promise<void> {
  const quotas = await quotasOf({ config }, db, team)
  if (quotas.ofAll > 0) await takeTurns(db, TURNS, ALL_TEAMS)
  else if (quotas.ofTeam > 0) await takeTurns(db, TURNS, team)
  await requireQuota(db, team, bytes, quotas)
}
