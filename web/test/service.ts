import { onTestFinished, vi } from 'vitest'

/** What the service answers: a JSON body, a whole answer, or nothing, as without a network. */
export type Scripted = object | Response | 'lost'

/** Answers by method and path, such as `GET /session`, or by a function of the whole request. */
type Script = Record<string, Scripted | ((request: Request) => Scripted | Promise<Scripted>)>

export interface Service {
  /** The requests so far, as `GET /session`. */
  asked: string[]
  /** Changes later answers. */
  answers: Script
}

/** A service outside of the page. What it has no answer for is lost. */
export function givenService(answers: Script = {}): Service {
  const service: Service = { asked: [], answers }
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const request = new Request(new URL(address, 'http://notebook.test'), init)
    const { pathname } = new URL(request.url)
    const name = `${request.method} ${pathname.replace('/api/v2', '')}`
    service.asked.push(name)
    const scripted = service.answers[name] ?? 'lost'
    const answer = typeof scripted === 'function' ? await scripted(request) : scripted
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return answer instanceof Response ? answer : ours(answer)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return service
}

/** The same with a version, as for a record. */
export function versioned(body: object, version: number): Response {
  const answer = ours(body)
  answer.headers.set('etag', `"${version}"`)
  return answer
}

/** A JSON answer of the service. */
export function ours(body: object, status = 200): Response {
  const headers = { 'x-request-id': 'a1', 'content-type': 'application/json' }
  return new Response(JSON.stringify(body), { status, headers })
}
