import type { Route } from 'playwright-core'

/** Answers as the service: without its X-Request-Id, the page would not take it for the service's answer. */
export function refuse(route: Route, status: number, body: object = { message: 'No' }): Promise<void> {
  return route.fulfill({ status, json: body, headers: { 'x-request-id': 'refused-by-a-test' } })
}
