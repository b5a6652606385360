import { ActionIcon, Button, Kbd, Text } from '@mantine/core'
import { X } from 'lucide-react'
import {
  createContext,
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Unreachable } from '../../api/client.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useDescribeProblem } from '../../i18n/problem.ts'
import { useShortcuts } from '../keys/shortcuts.ts'
import { toastMessages } from './toasts.messages.ts'
import classes from './toasts.module.css'

export interface Toast {
  message: string
  /** A detail in smaller print: what the service said. */
  detail?: string
  /** Undoes the action; offered as a button and by `z`. */
  undo?: () => void | Promise<void>
  /** Retries the failed action. */
  retry?: () => unknown
  /** The label of the retry button, if it is not "Try again". */
  retryLabel?: string
  /** The toast is gone, for whatever reason: what it offered to undo can be made final. */
  onEnd?: () => void
  tone?: 'info' | 'error'
}

type UndoableToast = Toast & Required<Pick<Toast, 'undo'>>

interface Toasts {
  show(toast: Toast): void
  /** Shows the toast of an action that has succeeded. Whoever presses `z` before that undoes it then. */
  showWhenDone(action: Promise<UndoableToast | undefined>): Promise<void>
  /** A custom card that stays until it closes itself. */
  keep(show: (close: () => void) => ReactNode): void
  /** Explains an error in the reader's language, with what the service said. */
  fail(error: unknown): void
  /** The same with a retry button if the service did not answer. */
  failOrRetry(error: unknown, retry: () => unknown): void
}

type Shown = Toast & { id: number }

interface Kept {
  id: number
  card: ReactNode
}

const SHOWN_FOR = 8_000
const AT_MOST = 3

/** An action that the page shows already and the service has not answered yet. */
interface Underway {
  isTakenBack: boolean
}

const ToastContext = createContext<Toasts>({
  show: () => {},
  showWhenDone: async () => {},
  keep: () => {},
  fail: () => {},
  failOrRetry: () => {},
})

/** `const { show } = useToasts()`, then `show({ message: 'Deleted', undo: restore })`. */
export function useToasts(): Toasts {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>([])
  const [kept, setKept] = useState<Kept[]>([])
  const nextId = useRef(1)
  const show = useCallback((toast: Toast) => {
    const shown = { ...toast, id: nextId.current++ }
    setToasts((before) => [...before, shown])
  }, [])
  const close = useCallback((id: number) => setToasts((before) => before.filter((one) => one.id !== id)), [])
  const keep: Toasts['keep'] = useCallback((show) => {
    const id = nextId.current++
    const card = show(() => setKept((before) => before.filter((one) => one.id !== id)))
    setKept((before) => [...before, { id, card }])
  }, [])
  const describe = useDescribeProblem()
  const underway = useRef<Underway[]>([])
  const fail = useCallback((error: unknown) => show({ ...describe(error), tone: 'error' }), [show, describe])
  const showWhenDone: Toasts['showWhenDone'] = useCallback(
    async (action) => {
      const one: Underway = { isTakenBack: false }
      underway.current.push(one)
      const toast = await action.finally(() => underway.current.splice(underway.current.indexOf(one), 1))
      if (!toast) return
      if (!one.isTakenBack) return show(toast)
      try {
        await toast.undo()
      } catch (error) {
        fail(error)
      }
    },
    [show, fail],
  )
  const value = useMemo(
    (): Toasts => ({
      show,
      showWhenDone,
      keep,
      fail,
      failOrRetry: (error, retry) =>
        show({ ...describe(error), tone: 'error', ...(error instanceof Unreachable && { retry }) }),
    }),
    [show, showWhenDone, keep, fail, describe],
  )
  const before = useRef(toasts)
  useEffect(() => {
    const gone = before.current.filter((toast) => !toasts.includes(toast))
    before.current = toasts
    for (const toast of gone) toast.onEnd?.()
    // Only now: one that never was among them could not be told that it has ended.
    if (toasts.length > AT_MOST) setToasts((now) => now.slice(-AT_MOST))
  }, [toasts])
  return (
    <ToastContext.Provider value={value}>
      {children}
      <ToastArea toasts={toasts.slice(-AT_MOST)} kept={kept} close={close} underway={underway.current} />
    </ToastContext.Provider>
  )
}

interface AreaProps {
  toasts: Shown[]
  kept: Kept[]
  close(id: number): void
  underway: readonly Underway[]
}

function ToastArea({ toasts, kept, close, underway }: AreaProps) {
  const text = useMessages(toastMessages)
  const { fail } = useToasts()
  const area = useRef<HTMLElement>(null)
  /** What had the focus before a toast had it. */
  const before = useRef<EventTarget>(null)
  const end = useCallback(
    (id: number) => {
      const isFocused = area.current?.contains(document.activeElement)
      if (isFocused && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
      close(id)
    },
    [close],
  )
  const undo = async (toast: Shown) => {
    end(toast.id)
    try {
      await toast.undo?.()
    } catch (error) {
      fail(error)
    }
  }
  const undoLast = () => {
    const newest = underway.findLast(({ isTakenBack }) => !isTakenBack)
    if (newest) {
      newest.isTakenBack = true
      return
    }
    const last = toasts.findLast((toast) => toast.undo)
    if (!last) return false
    void undo(last)
  }
  useKeptClear(area, toasts.length + kept.length > 0)
  useShortcuts({ z: { label: text.undoLast, run: undoLast } }, text.group)
  return (
    <section
      ref={area}
      className={`${classes.area} no-print`}
      aria-label={text.area}
      aria-live="polite"
      aria-relevant="additions"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
    >
      <div className={classes.kept}>
        {kept.map(({ id, card }) => (
          <Fragment key={id}>{card}</Fragment>
        ))}
      </div>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} undo={() => void undo(toast)} close={end} />
      ))}
    </section>
  )
}

/** Loaded with the first toast. Without it, toasts stand where they always do. */
function useKeptClear(area: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    let stop: (() => void) | undefined
    let isOver = false
    void import('./keep-clear.ts').then(
      ({ keepClear }) => {
        if (area.current && !isOver) stop = keepClear(area.current)
      },
      () => {},
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [area, isShown])
}

function ToastCard({ toast, undo, close }: { toast: Shown; undo(): void; close(id: number): void }) {
  const common = useMessages(commonMessages)
  // The toast stays while it is hovered or focused.
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(close, SHOWN_FOR, toast.id)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id, close])
  const retry = () => {
    close(toast.id)
    void toast.retry?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens on hover or focus but that it stays longer
    <div
      className={classes.toast}
      data-tone={toast.tone ?? 'info'}
      role={toast.tone === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Text size="sm" flex={1}>
        {toast.message}
        {toast.detail && (
          <Text span size="xs" c="var(--quiet)" display="block">
            {toast.detail}
          </Text>
        )}
      </Text>
      {toast.undo && (
        <Button size="compact-sm" variant="subtle" onClick={undo} rightSection={<Kbd size="xs">Z</Kbd>}>
          {common.undo}
        </Button>
      )}
      {toast.retry && (
        <Button size="compact-sm" variant="subtle" onClick={retry}>
          {toast.retryLabel ?? common.retry}
        </Button>
      )}
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={common.close} onClick={() => close(toast.id)}>
        <X size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
