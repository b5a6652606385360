import { statfs } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import { takeTurns } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { NoRoom, OverQuota, TooLarge } from '../../errors.ts'
import { formatBytes } from '../../lib/bytes.ts'
import * as repo from './uploads.repo.ts'

/** Refuses a file that is expected to be too large, for the rules or for the disk, before any of it is read. */
export async function requireRoom(ctx: Context, team: number, bytes: number): Promise<void> {
  requireSize(ctx, bytes)
  await requireQuota(ctx, ctx.db.read, team, bytes)
  await requireFreeSpace(ctx, bytes)
}

/** What is around the file in a form is not counted, so that its length can be asked about, too. */
const AROUND = 64 * 1024

function requireSize({ config }: Context, bytes: number): void {
  if (bytes > config.MAX_UPLOAD_SIZE + AROUND) throw tooLarge(config.MAX_UPLOAD_SIZE)
}

function tooLarge(limit: number): TooLarge {
  return new TooLarge(`file: is larger than the limit of ${formatBytes(limit)}`)
}

const BETWEEN_LOOKS = 32 * 1024 * 1024

/** Looks at a file while it arrives: nobody need say how large it will be. */
export function watchSize(ctx: Context): (size: number) => void | Promise<void> {
  const { MAX_UPLOAD_SIZE } = ctx.config
  let nextLook = BETWEEN_LOOKS
  return (size) => {
    if (size > MAX_UPLOAD_SIZE) throw tooLarge(MAX_UPLOAD_SIZE)
    if (size < nextLook) return undefined
    nextLook = size + BETWEEN_LOOKS
    return requireFreeSpace(ctx, 0)
  }
}

/** The database must be able to go on writing: a file never takes the last of the disk. */
async function requireFreeSpace({ config }: Context, bytes: number): Promise<void> {
  if ((await freeSpace(config.DATA_DIR)) - bytes >= config.FILES_FREE_SPACE) return
  throw new NoRoom('The disk of the server is nearly full; nothing was stored')
}

const KNOWN_MS = 500
const known = new Map<string, { at: number; free: number }>()

/** Many small files in a row need not ask each time. */
async function freeSpace(folder: string): Promise<number> {
  const last = known.get(folder)
  if (last && performance.now() - last.at < KNOWN_MS) return last.free
  const { bavail, bsize } = await statfs(folder)
  known.set(folder, { at: performance.now(), free: bavail * bsize })
  return bavail * bsize
}

/** What all files of a team, and all files, may amount to; 0: no limit. Identical contents count each time. */
async function requireQuota({ config }: Pick<Context, 'config'>, db: Db, team: number, bytes: number): Promise<void> {
  const { FILES_QUOTA, FILES_TEAM_QUOTA } = config
  if (FILES_TEAM_QUOTA > 0) {
    const [total] = await repo.bytesOfTeam(db, { team })
    if ((total?.bytes ?? 0) + bytes > FILES_TEAM_QUOTA) {
      throw new OverQuota(`The files of your team may take ${formatBytes(FILES_TEAM_QUOTA)}; this one is too much`)
    }
  }
  if (FILES_QUOTA > 0) {
    const [total] = await repo.bytesOfAll(db, {})
    if ((total?.bytes ?? 0) + bytes > FILES_QUOTA) {
      throw new OverQuota(`All files may take ${formatBytes(FILES_QUOTA)}; this one is too much`)
    }
  }
}

/** Of the turns that are taken for a limit. */
const TURNS = 1
const ALL_TEAMS = 0

/** The same inside a transaction: others who add files wait until it ends, and then see what it added. */
export async function holdQuota(
  { config }: Pick<Context, 'config'>,
  db: Db,
  team: number,
  bytes: number,
): Promise<void> {
  const { FILES_QUOTA, FILES_TEAM_QUOTA } = config
  if (FILES_QUOTA > 0) await takeTurns(db, TURNS, ALL_TEAMS)
  else if (FILES_TEAM_QUOTA > 0) await takeTurns(db, TURNS, team)
  await requireQuota({ config }, db, team, bytes)
}
