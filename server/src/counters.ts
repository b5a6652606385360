/** Why a sign-in failed or a key was refused. */
export type SignInFailure = 'password' | 'second_factor' | 'single_sign_on' | 'key' | 'limit'

/** Why a request got a status of 500 or more. */
export type TroubleCause = 'bug' | 'database' | 'files' | 'disk_full' | 'other'

/** What became of an e-mail. */
export type MailFate = 'sent' | 'failed' | 'given_up'

/** Counts of one kind of event since the start, by a label with few values. */
export class Tally<Label extends string> {
  readonly #counts: Map<Label, number>

  /** Every label exists from the start, because an alert on a missing series stays silent. */
  constructor(labels: readonly Label[]) {
    this.#counts = new Map(labels.map((label) => [label, 0]))
  }

  add(label: Label, by = 1): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + by)
  }

  get(label: Label): number {
    return this.#counts.get(label) ?? 0
  }

  entries(): [Label, number][] {
    return [...this.#counts]
  }
}

/** Counters for operators that no table holds. Each process has its own. */
export interface Counters {
  signInFailures: Tally<SignInFailure>
  troubles: Tally<TroubleCause>
  mails: Tally<MailFate>
  /** Stored files. */
  uploads: { files: number; bytes: number }
}

export function openCounters(): Counters {
  return {
    signInFailures: new Tally<SignInFailure>(['password', 'second_factor', 'single_sign_on', 'key', 'limit']),
    troubles: new Tally<TroubleCause>(['bug', 'database', 'files', 'disk_full', 'other']),
    mails: new Tally<MailFate>(['sent', 'failed', 'given_up']),
    uploads: { files: 0, bytes: 0 },
  }
}
