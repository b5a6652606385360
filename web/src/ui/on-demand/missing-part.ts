import { session } from '@aliquot/contract/session'
import { call } from '../../api/call.ts'
import { Unreachable } from '../../api/client.ts'

/** Browsers each have their own words for a file of the interface that did not come. */
const WORDS = /dynamically imported module|importing a module script|unable to preload css/i

/** A part of the interface that did not come: after an update its file has another name, or nobody answers. */
export function isMissingPart(error: unknown): error is Error {
  return error instanceof Error && WORDS.test(error.message)
}

const RELOADED = 'aliquot-reloaded-for'

/** The page has been loaded again because of this already: doing it once more would go on for ever. */
export function wasReloadedFor(error: Error): boolean {
  return sessionStorage.getItem(RELOADED) === nameOf(error)
}

/** Loads the page again, with the files that the service has now. False when nobody answers. */
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

/** What is missing, and in which build: not every browser names the file. */
function nameOf(error: Error): string {
  const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src
  return `${build} ${error.message}`
}
