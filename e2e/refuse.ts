import type { Route } from 'playwright-core'

/** Answers in the name of the service: what does not carry its X-Request-Id, the page takes for somebody else's. */
export function refuse(route: Route, status: number, body: object = { message: 'No' }): Promise<void> {
  return route.fulfill({ status, json: body, headers: { 'x-request-id': 'refused-by-a-test' } })
}
