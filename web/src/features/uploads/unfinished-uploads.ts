/**
 * Uploads that this browser has started, so that they resume when the same file is chosen again after a reload or a
 * crash. The service drops them after a day.
 */
interface Unfinished {
  id: string
  at: number
}

const STORED = 'aliquot-uploads'
const KEPT_MS = 24 * 3_600_000

/** The person, the target and the file. A changed file has another time or size. */
export function fingerprintOf(userid: number, path: string, name: string, { size, lastModified }: File): string {
  return JSON.stringify([userid, path, name, size, lastModified])
}

export function recallUpload(fingerprint: string): string | undefined {
  return readAll()[fingerprint]?.id
}

export function rememberUpload(fingerprint: string, id: string): void {
  writeAll({ ...readAll(), [fingerprint]: { id, at: Date.now() } })
}

export function forgetUpload(fingerprint: string): void {
  const { [fingerprint]: _, ...rest } = readAll()
  writeAll(rest)
}

function readAll(): Record<string, Unfinished> {
  try {
    const all = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Record<string, Unfinished>
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => at > Date.now() - KEPT_MS))
  } catch {
    return {}
  }
}

function writeAll(all: Record<string, Unfinished>): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(all))
  } catch {
    // Without storage, a reload starts from the beginning.
  }
}
