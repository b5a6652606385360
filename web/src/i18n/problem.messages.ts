import { defineMessages } from './messages.tsx'

interface ProblemMessages {
  unreachable: string
  busy: string
  fault: string
  wait(seconds: number): string
  /** By status. The service's own sentence is shown below. */
  byStatus: Readonly<Record<number, string>>
}

export const problemMessages = defineMessages<ProblemMessages>('problem', {
  unreachable: 'The server cannot be reached. Check the connection, then try again.',
  busy: 'The server cannot store anything at the moment. Try again in a little while.',
  fault: 'Something went wrong on the server. Try again; if it stays, tell whoever runs it.',
  wait: (seconds) =>
    seconds > 90
      ? `Too many requests. Try again in ${Math.ceil(seconds / 60)} minutes.`
      : 'Too many requests. Wait a moment, then try again.',
  byStatus: {
    400: 'The server did not take this.',
    401: 'Your session has ended. Sign in again to go on.',
    403: 'You are not allowed to do this.',
    404: 'This is not there any more.',
    409: 'This does not fit with what is there already.',
    412: 'Somebody else has changed this meanwhile. Look at it again, then repeat your change.',
    413: 'This is too large for the server.',
    422: 'This cannot be done as things are.',
    429: 'Too many requests. Wait a moment, then try again.',
  },
})
