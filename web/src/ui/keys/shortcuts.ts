import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/**
 * One shortcut: a key (`c`, `?`, `Escape`), two in a row (`g d`), or one with the platform's command key (`mod+k`).
 * `run` may return false to say that the key was not for it; the next feature that asked for it is tried then.
 */
export interface Shortcut {
  label?: string
  run(event: KeyboardEvent): unknown
  /** Works while somebody types, too. Only for keys that nobody types. */
  whileTyping?: boolean
}

export interface ListedShortcut {
  keys: string
  label: string
  group: string
}

interface Registration {
  group: string
  shortcuts: Record<string, Shortcut>
}

const registrations: Registration[] = []
const watchers = new Set<() => void>()
let listed: ListedShortcut[] = []

/**
 * `useShortcuts({ j: { label: text.next, run: goDown } }, text.lists)`: the keys work, and are shown by `?`, while the
 * component is on the page. Those without a label work but are not shown. What was registered last is asked first.
 */
export function useShortcuts(
  shortcuts: Record<string, Shortcut | ((event: KeyboardEvent) => unknown)>,
  group: string,
): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const shape = Object.entries(shortcuts)
    .map(([keys, one]) => `${keys}\t${typeof one === 'function' ? '' : (one.label ?? '')}`)
    .join('\n')
  // Together with what is shown: whoever sees a page may press a key at once.
  useLayoutEffect(() => {
    const registration: Registration = { group, shortcuts: {} }
    for (const line of shape === '' ? [] : shape.split('\n')) {
      const [keys = '', label = ''] = line.split('\t')
      registration.shortcuts[keys] = {
        ...(label !== '' && { label }),
        run(event) {
          const current = latest.current[keys]
          return typeof current === 'function' ? current(event) : current?.run(event)
        },
        get whileTyping() {
          const current = latest.current[keys]
          return typeof current === 'object' && current.whileTyping === true
        },
      }
    }
    registrations.push(registration)
    publish()
    return () => {
      registrations.splice(registrations.indexOf(registration), 1)
      publish()
    }
  }, [shape, group])
}

/** What `?` shows: all that works on the page at this moment. */
export function useListedShortcuts(): ListedShortcut[] {
  return useSyncExternalStore(watch, () => listed)
}

/** Listens on the whole page; returns what stops it. */
export function listenForShortcuts(): () => void {
  let first: { key: string; at: number } | undefined
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const key = keyOf(event)
    if (key === undefined) return
    const inRow = first && event.timeStamp - first.at < 1_500 ? `${first.key} ${key}` : undefined
    first = undefined
    const isTyping = takesText(event.target)
    if (inRow && !isTyping && runFor(inRow, event, false)) return
    if (runFor(key, event, isTyping)) return
    if (!isTyping && startsRow(key)) first = { key, at: event.timeStamp }
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

/** `mod+k` as this machine's keyboard has it. */
export function keyNames(keys: string): string[] {
  const names: Record<string, string> = {
    mod: isApple() ? '⌘' : 'Ctrl',
    shift: isApple() ? '⇧' : 'Shift',
    Enter: '↵',
    Escape: 'Esc',
    ArrowUp: '↑',
    ArrowDown: '↓',
  }
  return keys.split(/[+ ]/).map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}

function runFor(key: string, event: KeyboardEvent, isTyping: boolean): boolean {
  // A dialog has the keyboard to itself: what lies below it must not change unseen.
  const isModal = document.querySelector('[role="dialog"][aria-modal="true"]') !== null
  for (const { shortcuts } of registrations.toReversed()) {
    const shortcut = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined
    if (!shortcut || ((isTyping || isModal) && !shortcut.whileTyping)) continue
    if (shortcut.run(event) === false) continue
    event.preventDefault()
    return true
  }
  return false
}

function startsRow(key: string): boolean {
  return registrations.some(({ shortcuts }) => Object.keys(shortcuts).some((keys) => keys.startsWith(`${key} `)))
}

function keyOf(event: KeyboardEvent): string | undefined {
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return undefined
  const hasMod = isApple() ? event.metaKey : event.ctrlKey
  if (!hasMod && (event.metaKey || event.ctrlKey || event.altKey)) return undefined
  const isLetter = /^[a-z]$/i.test(event.key)
  const key = isLetter ? event.key.toLowerCase() : event.key
  // A character like ? already says that shift was held.
  const hasShift = event.shiftKey && (isLetter || event.key.length > 1)
  return `${hasMod ? 'mod+' : ''}${hasShift ? 'shift+' : ''}${key}`
}

/** Whether keys go into a text there. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('textarea, select, [role="combobox"], [role="menu"]')) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function publish(): void {
  listed = registrations.flatMap(({ group, shortcuts }) =>
    Object.entries(shortcuts).flatMap(([keys, { label }]) => (label === undefined ? [] : [{ keys, label, group }])),
  )
  for (const watcher of watchers) watcher()
}
