import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/**
 * A shortcut: a key (`c`, `?`, `Escape`), two in a row (`g d`), or one with the platform's command key (`mod+k`). `run`
 * may return false if the key was not for it; then the next feature with this key is tried.
 */
export interface Shortcut {
  label?: string
  run(event: KeyboardEvent): unknown
  /** Also works during typing. Only for keys that type nothing. */
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
 * `useShortcuts({ j: { label: text.next, run: goDown } }, text.lists)`: the keys work, and `?` lists them, while the
 * component is mounted. Those without a label work but are not listed. The last registration is asked first.
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
  // In a layout effect, so that keys work as soon as the page is visible.
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

/** What `?` lists: all shortcuts that work now. */
export function useListedShortcuts(): ListedShortcut[] {
  return useSyncExternalStore(watch, () => listed)
}

/** Listens on the whole page; returns a function that stops it. */
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

/** The names of the keys of a shortcut such as `mod+k`, as on this keyboard. */
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
  // A dialog gets all keys: what lies below must not change unseen.
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
  // A character like ? already implies shift.
  const hasShift = event.shiftKey && (isLetter || event.key.length > 1)
  return `${hasMod ? 'mod+' : ''}${hasShift ? 'shift+' : ''}${key}`
}

/** Whether keys type text there. */
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
