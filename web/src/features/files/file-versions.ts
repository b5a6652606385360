/** What tells one file from another, and which one it has taken the place of. */
interface Version {
  id: number
  state: number
  replaces: number | null
}

const NORMAL = 1
const DELETED = 3

/** Files as people think of them: one for all of its versions. */
export interface Versions<F> {
  /** The newest version of each, the newest that is left of a deleted one, and earlier ones that are shown again. */
  listed: F[]
  /** All versions of a listed file that has earlier ones, newest first, itself included. */
  of: ReadonlyMap<number, F[]>
  /** By what a listed file is known while another version takes its place: the number of the oldest, where it has one alone. */
  keys: ReadonlyMap<number, number>
}

/** Puts files together with those whose place they have taken. */
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
 * Whether a file is found below a newer version of it. Below a deleted one nobody looks for it, unless it is deleted itself;
 * below a deleted one that is below another, it is found there.
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

/** A version is always younger than the one before it, so there is an end. */
function before<F extends Version>({ id, replaces }: F, byId: ReadonlyMap<number, F>): F | undefined {
  return replaces !== null && replaces < id ? byId.get(replaces) : undefined
}

/** The number of a version among all of them, newest first: the oldest is the first. */
export function numberOf<F extends { id: number }>(file: F, versions: readonly F[]): number {
  return versions.length - versions.findIndex(({ id }) => id === file.id)
}

/** The number of an older version with the same content; undefined without one, or where it is not told. */
export function sameContent<F extends { hash: string | null }>(file: F, versions: readonly F[]): number | undefined {
  const older = versions.slice(versions.indexOf(file) + 1)
  const at = older.findLastIndex(({ hash }) => hash !== null && hash === file.hash)
  return at === -1 ? undefined : older.length - at
}
