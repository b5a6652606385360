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
  /** The same key changes nothing if that save has arrived, whatever the current version. */
  save(change: Partial<Texts>, etag: string, key: string): Promise<SaveAnswer>
}

export interface UnsavedStore {
  write(unsaved: UnsavedText): void
  clear(): void
}

export interface SaverOptions {
  kind: TextKind
  /** The first texts as the page shows them, if they differ from the version. */
  shown?: Texts
  transport: Transport
  store: UnsavedStore
  clock: Clock
  /** Where long texts are merged; synchronously without it. */
  mergeElsewhere?: MergeElsewhere
  /** Texts up to this length are always merged synchronously. */
  longestAtOnce?: number
  /** The status, or what the page shows, has changed. */
  onChange(): void
  /** The texts were replaced: by a merge, or by what somebody else wrote. */
  onReplace(texts: Texts): void
  /** This page has saved a new version. */
  onSaved?(version: Version): void
}

export type Saver = ReturnType<typeof createSaver>

type Runners = { [Kind in TextEffect['do']]: (effect: Extract<TextEffect, { do: Kind }>) => void }

/**
 * Saves the text of one entry without losing any of it, as text-sync.ts decides. It knows neither the page nor the
 * network: both are injected, so that every failure can be tested.
 */
export function createSaver(options: SaverOptions, version: Version) {
  const { transport, store, clock } = options
  let state = startText(options.kind, version, options.shown)
  let onAdopted: ((unsaved: UnsavedText) => void) | undefined
  let cancelSave: (() => void) | undefined
  let cancelKeeping: (() => void) | undefined
  let isClosed = false
  let isBusy = false
  const events: TextEvent[] = []
  /** Events that wait for a merge. To all others they have not happened yet. */
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

  /** Events caused by an effect come after all effects of the step. */
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

  /** One step. If it needs a merge that is not computed yet, it changes nothing and is repeated later. */
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
    /** A function is called when the text is needed, not at every key. */
    setBody: (body: string | (() => string)) => dispatch({ do: 'body', body }),
    /** An input method starts or ends: half-composed text cannot be merged. */
    setComposing: (isComposing: boolean) => dispatch({ do: 'compose', isComposing }),
    /** Another tab or another answer reports this version of the service. */
    noteRemote: (remote: Version) => dispatch({ do: 'remote', version: remote }),
    /** Returns the current texts, so that a dropped version can be restored. */
    resolveConflict(choice: ConflictChoice): Texts {
      const mine = readTexts()
      dispatch({ do: 'resolve', choice })
      return mine
    },
    /** Replaces the current texts, as if these had been typed. */
    replace: (texts: Texts) => dispatch({ do: 'replace', texts }),
    /** Drops the unsaved text and returns it, so that it can be restored. */
    giveUp(): Texts {
      const mine = readTexts()
      dispatch({ do: 'giveUp' })
      return mine
    },
    /** Takes up what earlier pages could not save. `tell` is called for each that is now stored here. */
    restore(unsaved: readonly UnsavedText[], tell?: (unsaved: UnsavedText) => void) {
      onAdopted = tell
      dispatch({ do: 'restore', unsaved })
    },
    /** Retries at once, for instance because the network is back. */
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
