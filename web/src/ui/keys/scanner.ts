import { isAwaitingField } from './early-keys.ts'
import { takesText } from './shortcuts.ts'

/** A hand scanner is a keyboard that types faster than anybody. */
const SLOWEST_SCANNER_MS = 50

interface Held {
  event: KeyboardEvent
  timer: ReturnType<typeof setTimeout>
}

/**
 * Listens for a hand scanner outside of fields. `open` gets the first letters and shows a field for the others. Only
 * the letters that codes begin with wait for the next one, so that all other keys act at once.
 */
export function listenForScanner(open: (typed: string) => void): () => void {
  let held: Held | undefined
  let isReleasing = false
  const release = () => {
    if (!held) return
    const { event, timer } = held
    held = undefined
    clearTimeout(timer)
    const { key, code, shiftKey } = event
    isReleasing = true
    event.target?.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true, composed: true }),
    )
    isReleasing = false
  }
  const listen = (event: KeyboardEvent) => {
    // Scanners hold Shift for each capital letter.
    if (isReleasing || event.key === 'Shift') return
    if (held && continuesCode(held.event.key, event)) {
      const typed = held.event.key + (event.key === 'Enter' ? '\n' : event.key)
      clearTimeout(held.timer)
      held = undefined
      swallow(event)
      open(typed)
      return
    }
    release()
    if (!beginsCode(event) || !isFree(event)) return
    swallow(event)
    held = { event, timer: setTimeout(release, SLOWEST_SCANNER_MS) }
  }
  document.addEventListener('keydown', listen, { capture: true })
  return () => {
    document.removeEventListener('keydown', listen, { capture: true })
    release()
  }
}

/** The codes of entries are addresses and numbers. */
function beginsCode(event: KeyboardEvent): boolean {
  return /^[hH\d]$/.test(event.key) && isPlain(event) && !event.repeat
}

function continuesCode(first: string, event: KeyboardEvent): boolean {
  if (!isPlain(event)) return false
  return /\d/.test(first) ? /^(\d|-|Enter)$/.test(event.key) : /^[tT]$/.test(event.key)
}

function isPlain({ ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return !(ctrlKey || metaKey || altKey || isComposing)
}

function isFree({ target }: KeyboardEvent): boolean {
  return !takesText(target) && !isAwaitingField() && !document.querySelector('[role="dialog"][aria-modal="true"]')
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
