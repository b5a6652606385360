import { newKey } from '../../api/new-key.ts'
import type { Clock } from '../../sync/clock.ts'
import type { Conflict, ConflictChoice, TextKind, Texts } from '../../sync/sync.types.ts'
import {
  conflictIn,
  isDirty,
  type SaveAnswer,
  startText,
  type TextEffect,
  type TextEvent,
  textsIn,
  type UnsavedText,
  type Version,
} from '../../sync/text-state.ts'
import { createMerges, type MergeElsewhere, MergePending } from './merges.ts'
import { stepText } from './text-sync.ts'

export interface Transport {
  /** The same key again changes nothing if that save is in, whatever the version is by now. */
  save(change: Partial<Texts>, etag: string, key: string): Promise<SaveAnswer>
}

export interface UnsavedStore {
  write(unsaved: UnsavedText): void
  clear(): void
}

export interface SaverOptions {
  kind: TextKind
  transport: Transport
  store: UnsavedStore
  clock: Clock
  /** Where long texts are merged; on the spot without it. */
  mergeElsewhere?: MergeElsewhere
  /** Texts up to this length are merged on the spot in any case. */
  longestAtOnce?: number
  /** The status, or what the page shows, is different now. */
  onChange(): void
  /** The texts were replaced from outside: by a merge, or by what somebody else wrote. */
  onReplace(texts: Texts): void
  /** The service has a new version, made here. */
  onSaved?(version: Version): void
}

export type Saver = ReturnType<typeof createSaver>

type Runners = { [Kind in TextEffect['do']]: (effect: Extract<TextEffect, { do: Kind }>) => void }

/**
 * Brings what is written in one entry to the service without losing any of it: does what text-sync.ts says. Knows neither
 * the page nor the network: both are given, so that every failure can be tried.
 */
export function createSaver(options: SaverOptions, version: Version) {
  const { transport, store, clock } = options
  let state = startText(options.kind, version)
  let onAdopted: ((unsaved: UnsavedText) => void) | undefined
  let cancelSave: (() => void) | undefined
  let cancelKeeping: (() => void) | undefined
  let isClosed = false
  let isBusy = false
  const events: TextEvent[] = []
  /** What waits for a merge. To all others it is as if it had not happened yet: an answer is still on its way, say. */
  let waiting: TextEvent[] = []
  const merges = createMerges({
    elsewhere: options.mergeElsewhere,
    longestAtOnce: options.longestAtOnce,
    onDone() {
      const again = waiting
      waiting = []
      again.forEach(dispatch)
      if (waiting.length === 0) merges.forget()
    },
  })

  /** What an effect brings about comes after all that the step wants done. */
  function dispatch(event: TextEvent): void {
    events.push(event)
    if (isBusy) return
    isBusy = true
    try {
      for (let next = events.shift(); next && !isClosed; next = events.shift()) take(next)
    } finally {
      isBusy = false
    }
  }

  /** One step. What needs a merge that is not worked out yet has changed nothing, and is taken up again with it. */
  function take(event: TextEvent): void {
    const step = tryStep(event)
    if (!step) return void waiting.push(event)
    state = step.state
    step.effects.forEach(run)
  }

  function tryStep(event: TextEvent): ReturnType<typeof stepText> | undefined {
    try {
      return stepText(state, event, { now: clock.now(), newKey, merge: merges.merge })
    } catch (error) {
      if (error instanceof MergePending) return undefined
      throw error
    }
  }

  const runners: Runners = {
    send({ change, etag, key }) {
      transport
        .save(change, etag, key)
        .catch((): SaveAnswer => ({ kind: 'unreachable' }))
        .then((answer) => dispatch({ do: 'answer', answer }))
    },
    keep: ({ unsaved }) => store.write(unsaved),
    clear: () => store.clear(),
    adopted: ({ unsaved }) => onAdopted?.(unsaved),
    replace: ({ texts }) => options.onReplace(texts),
    saved: ({ version }) => options.onSaved?.(version),
    changed: () => options.onChange(),
    saveAfter({ wait }) {
      cancelSave?.()
      cancelSave = clock.after(wait, () => dispatch({ do: 'saveDue' }))
    },
    keepAfter({ wait }) {
      cancelKeeping = clock.after(wait, () => dispatch({ do: 'keepDue' }))
    },
    cancelSave: () => cancelSave?.(),
    next: ({ event }) => dispatch(event),
    cancelKeeping: () => cancelKeeping?.(),
  }

  function run(effect: TextEffect): void {
    const runOne = runners[effect.do] as (effect: TextEffect) => void
    runOne(effect)
  }

  function readTexts(): Texts {
    const texts = textsIn(state)
    state = { ...state, body: texts.body }
    return texts
  }

  return {
    get status() {
      return state.status
    },
    get texts() {
      return readTexts()
    },
    get title() {
      return state.title
    },
    get isDirty() {
      return isDirty(state)
    },
    get conflict(): Conflict | undefined {
      return conflictIn(state)
    },
    setTitle: (title: string) => dispatch({ do: 'title', title }),
    /** A function is asked when the text is needed, not at every key. */
    setBody: (body: string | (() => string)) => dispatch({ do: 'body', body }),
    /** An input method begins or ends: half of what it composes cannot be merged. */
    setComposing: (isComposing: boolean) => dispatch({ do: 'compose', isComposing }),
    /** The service has this version, as another tab or another answer says. */
    noteRemote: (remote: Version) => dispatch({ do: 'remote', version: remote }),
    /** Returns what was here: what is given up can be brought back. */
    resolveConflict(choice: ConflictChoice): Texts {
      const mine = readTexts()
      dispatch({ do: 'resolve', choice })
      return mine
    },
    /** Puts these texts in the place of what is here, as if they had been typed. */
    replace: (texts: Texts) => dispatch({ do: 'replace', texts }),
    /** Lets go of what the service does not have. Returns it: it can be brought back. */
    giveUp(): Texts {
      const mine = readTexts()
      dispatch({ do: 'giveUp' })
      return mine
    },
    /** Takes up what earlier pages could not save. `tell` hears of each that is part of what is kept here. */
    restore(unsaved: readonly UnsavedText[], tell?: (unsaved: UnsavedText) => void) {
      onAdopted = tell
      dispatch({ do: 'restore', unsaved })
    },
    /** Tries at once, for instance because the network is back. */
    retry: () => dispatch({ do: 'retry' }),
    /** The page may go away now. */
    flush: () => dispatch({ do: 'flush' }),
    close() {
      isClosed = true
      cancelSave?.()
      cancelKeeping?.()
    },
  }
}
