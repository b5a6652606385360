/** The id of a file, and the one it replaces. */
interface Version {
  id: number
  state: number
  replaces: number | null
}

const NORMAL = 1
const DELETED = 3

/** Files with their versions grouped. */
export interface Versions<F> {
  /** The newest version of each, the newest one left of a deleted file, and earlier ones that are visible again. */
  listed: F[]
  /** All versions of a listed file that has earlier ones, newest first, including itself. */
  of: ReadonlyMap<number, F[]>
  /**
   * A stable key of a listed file while versions replace each other: the id of its oldest version, unless several files
   * share that.
   */
  keys: ReadonlyMap<number, number>
}

/** Groups files with the versions they replaced. */
export function versionsIn<F extends Version>(files: readonly F[]): Versions<F> {
  const byId = new Map(files.map((file) => [file.id, file]))
  const isEarlier = findEarlier(files)
  const listed = files.filter((file) => file.state === NORMAL || !isEarlier(file))
  const series = new Map(listed.map((file) => [file.id, seriesOf(file, byId)]))
  const listedWith = Map.groupBy(series.values(), oldestOf)
  const of = new Map<number, F[]>()
  const keys = new Map<number, number>()
  for (const [id, versions] of series) {
    const oldest = oldestOf(versions)
    keys.set(id, listedWith.get(oldest)?.length === 1 ? oldest : id)
    if (versions.length > 1) of.set(id, versions)
  }
  return { listed, of, keys }
}

/**
 * Whether a file is shown below a newer version. Below a deleted version it is not, unless it is deleted itself, or
 * that version is shown below another.
 */
function findEarlier(files: readonly Version[]): (file: Version) => boolean {
  const replaced = new Set(files.map(({ replaces }) => replaces))
  const kept = new Set<number | null>()
  for (const { id, state, replaces } of files.toSorted((a, b) => b.id - a.id)) {
    if (state !== DELETED || kept.has(id)) kept.add(replaces)
  }
  return ({ id, state }) => kept.has(id) || (state === DELETED && replaced.has(id))
}

function oldestOf<F extends Version>(versions: readonly F[]): number {
  return versions.at(-1)?.id ?? 0
}

function seriesOf<F extends Version>(newest: F, byId: ReadonlyMap<number, F>): F[] {
  const series = [newest]
  for (let file = before(newest, byId); file; file = before(file, byId)) series.push(file)
  return series
}

/** A version is always newer than the one before it, so this ends. */
function before<F extends Version>({ id, replaces }: F, byId: ReadonlyMap<number, F>): F | undefined {
  return replaces !== null && replaces < id ? byId.get(replaces) : undefined
}

/** The version number; the oldest is 1. */
export function numberOf<F extends { id: number }>(file: F, versions: readonly F[]): number {
  return versions.length - versions.findIndex(({ id }) => id === file.id)
}

/** The number of an older version with the same content, if any and if the hash is known. */
export function sameContent<F extends { hash: string | null }>(file: F, versions: readonly F[]): number | undefined {
  const older = versions.slice(versions.indexOf(file) + 1)
  const at = older.findLastIndex(({ hash }) => hash !== null && hash === file.hash)
  return at === -1 ? undefined : older.length - at
}
