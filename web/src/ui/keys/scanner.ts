import { isAwaitingField } from './early-keys.ts'
import { takesText } from './shortcuts.ts'

/** A hand scanner is a keyboard that begins faster than anybody; slow ones take longer for what follows. */
const FIRST_MS = 50
const NEXT_MS = 200
/** A code that no Enter ends. */
const FEWEST_WITHOUT_ENTER = 8

interface Burst {
  events: KeyboardEvent[]
  text: string
  timer: ReturnType<typeof setTimeout>
}

/**
 * Listens for a hand scanner outside of fields, and tells each code. Only the letters that codes begin with wait for the
 * next one, so that all other keys act at once. What turns out to be no code is pressed again, in its order.
 */
export function listenForScanner(tell: (code: string) => void): () => void {
  let burst: Burst | undefined
  let isReleasing = false
  const take = () => {
    clearTimeout(burst?.timer)
    const taken = burst
    burst = undefined
    return taken
  }
  const release = () => {
    isReleasing = true
    for (const event of take()?.events ?? []) pressAgain(event)
    isReleasing = false
  }
  const end = () => {
    if (burst && burst.text.length >= FEWEST_WITHOUT_ENTER) tell(take()?.text ?? '')
    else release()
  }
  const add = (event: KeyboardEvent, { events, text }: Pick<Burst, 'events' | 'text'>) => {
    swallow(event)
    // In a busy page a key may wait behind the timer.
    const timer = setTimeout(() => setTimeout(() => burst?.timer === timer && end()), waitAfter(events.length))
    burst = { events: [...events, event], text: text + event.key, timer }
  }
  const listen = (event: KeyboardEvent) => {
    // Scanners hold Shift for each capital letter.
    if (isReleasing || event.key === 'Shift') return
    const last = burst?.events.at(-1)
    if (burst && last && event.timeStamp - last.timeStamp > waitAfter(burst.events.length - 1)) end()
    if (burst && continuesCode(burst.text, event)) {
      if (event.key !== 'Enter') return add(event, burst)
      swallow(event)
      return tell(take()?.text ?? '')
    }
    release()
    if (beginsCode(event) && isFree(event)) add(event, { events: [], text: '' })
  }
  document.addEventListener('keydown', listen, { capture: true })
  document.addEventListener('pointerdown', release, { capture: true })
  return () => {
    document.removeEventListener('keydown', listen, { capture: true })
    document.removeEventListener('pointerdown', release, { capture: true })
    release()
  }
}

function waitAfter(index: number): number {
  return index === 0 ? FIRST_MS : NEXT_MS
}

/** Addresses, numbers, `#12`, and `]Q1`, the kind of the code, which some scanners send first. */
const SECOND: Readonly<Record<string, RegExp>> = { h: /^t$/i, '#': /^\d$/, ']': /^[a-z]$/i }
const DIGITS = /^[\d-]$/

function beginsCode(event: KeyboardEvent): boolean {
  return /^[h\d#\]]$/i.test(event.key) && isPlain(event) && !event.repeat
}

function continuesCode(text: string, event: KeyboardEvent): boolean {
  if (!isPlain(event)) return false
  if (text.length === 1) return (SECOND[text.toLowerCase()] ?? DIGITS).test(event.key)
  return event.key === 'Enter' || [...event.key].length === 1
}

function isPlain({ ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return !(ctrlKey || metaKey || altKey || isComposing)
}

function isFree({ target }: KeyboardEvent): boolean {
  const dialog = document.querySelector('[role="dialog"][aria-modal="true"]')
  return !takesText(target) && !isAwaitingField() && (!dialog || dialog.querySelector('[data-scanner]') !== null)
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Listeners of the page get the key; what the browser itself does for it is gone. */
function pressAgain({ key, code, shiftKey, target }: KeyboardEvent): void {
  const place = target instanceof Node && target.isConnected ? target : document.body
  place.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true, composed: true }),
  )
}
