import { session } from '@aliquot/contract/session'
import { call } from '../../api/call.ts'
import { Unreachable } from '../../api/client.ts'

/** Each browser has its own message for a script or stylesheet that failed to load. */
const WORDS = /dynamically imported module|importing a module script|unable to preload css/i

/**
 * Whether a chunk of the interface failed to load: after an update its file has another name, or the service does not
 * answer.
 */
export function isMissingPart(error: unknown): error is Error {
  return error instanceof Error && WORDS.test(error.message)
}

const RELOADED = 'aliquot-reloaded-for'

/** The page was already reloaded because of this: another reload would loop. */
export function wasReloadedFor(error: Error): boolean {
  return sessionStorage.getItem(RELOADED) === nameOf(error)
}

/** Reloads the page with the current files of the service. False if it does not answer. */
export async function reloadFor(error: Error): Promise<boolean> {
  if (!(await isServiceThere())) return false
  sessionStorage.setItem(RELOADED, nameOf(error))
  location.reload()
  return true
}

export async function isServiceThere(): Promise<boolean> {
  try {
    await call(session.read)
    return true
  } catch (error) {
    return !(error instanceof Unreachable)
  }
}

/** Identifies the missing file and the build, because not every browser names the file. */
function nameOf(error: Error): string {
  const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src
  return `${build} ${error.message}`
}
