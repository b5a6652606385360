/** A message that was not sent. */
export class MailFailure extends Error {
  /** The server refused this message or recipient for good. */
  readonly isFinal: boolean
  /** Others would fail too: the server is away, or does not let us in. */
  readonly isGeneral: boolean

  constructor(problem: string, { isFinal, isGeneral }: { isFinal: boolean; isGeneral: boolean }) {
    super(problem)
    this.isFinal = isFinal
    this.isGeneral = isGeneral
  }
}

const MOST_CHARACTERS = 300

/** Errors of one message; all others concern the connection. */
const OF_MESSAGE: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE'])

export function failureOf(error: unknown): MailFailure {
  const { code, responseCode = 0, message } = error as Error & { code?: string; responseCode?: number }
  const isGeneral = !OF_MESSAGE.has(code)
  // A wrong password is refused with 535, but somebody will correct it.
  const isFinal = !isGeneral && responseCode >= 500
  return new MailFailure(oneProblem(message), { isFinal, isGeneral })
}

function oneProblem(message: string): string {
  return message
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS)
}
