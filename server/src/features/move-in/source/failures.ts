/** An answer of the other server that is of no use. Only what was asked for is missing then. */
export class BadAnswer extends Error {
  readonly status: number
  constructor(status: number, path: string, detail = '') {
    super(`${path} answered ${status}${detail && `: ${detail}`}`)
    this.status = status
  }
}
