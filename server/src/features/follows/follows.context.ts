import type { Signal } from '../../lib/signals/signal.ts'

declare module '../../context.ts' {
  interface Context {
    /** Raised when somebody follows an entry. */
    followed: Signal
  }
}
