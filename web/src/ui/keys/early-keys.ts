/** Keys typed for one field that did not exist yet, with Enter as a line break. */
export interface Caught {
  typed: string
}

let latest: Caught | undefined
let stop: (() => void) | undefined
let isPlaced = () => true

/** If the field never appears, the keys must work again. */
const LONGEST_WAIT = 10_000

interface Options {
  /** Typed before, and still without a field. */
  already?: string
  /** Where the field will appear: clicks there keep the capture, and while the place exists the field is awaited. */
  place?(): Element | null
}

/** Captures keys between a request for a field or page and its appearance. */
export function catchEarlyKeys({ already = '', place }: Options = {}): Caught {
  stopListening()
  const caught: Caught = { typed: already }
  latest = caught
  isPlaced = () => !place || place() !== null
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (place && !place()) return stopListening()
    if (event.key === 'Escape') return void takeEarlyKeys(caught)
    if (event.key === 'Backspace') caught.typed = [...caught.typed].slice(0, -1).join('')
    else if (event.key === 'Enter') caught.typed += '\n'
    else if ([...event.key].length === 1) caught.typed += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // A click elsewhere ends the capture. Keys typed before still belong to the field.
  const leave = (event: PointerEvent) => {
    if (!(event.target instanceof Node && place?.()?.contains(event.target))) stopListening()
  }
  document.addEventListener('keydown', listen, { capture: true })
  document.addEventListener('pointerdown', leave, { capture: true })
  const timer = place ? undefined : setTimeout(stopListening, LONGEST_WAIT)
  stop = () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', listen, { capture: true })
    document.removeEventListener('pointerdown', leave, { capture: true })
  }
  return caught
}

function stopListening(): void {
  stop?.()
  stop = undefined
}

/** Whether keys are captured for a field that does not exist yet. */
export function isAwaitingField(): boolean {
  return stop !== undefined && isPlaced()
}

export function isCatching(caught: Caught): boolean {
  return stop !== undefined && caught === latest
}

/** Dispatches the captured keys again, now that their page exists. */
export function replayEarlyKeys(): void {
  const typed = (stop && latest?.typed) ?? ''
  takeEarlyKeys()
  for (const sign of typed) {
    const key = sign === '\n' ? 'Enter' : sign
    // Only after the title of an entry that an earlier key began. Elsewhere a second Enter was meant for the form.
    if (key === 'Enter' && !stop) return
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}

export interface EarlyKeys {
  /** The text for the field. */
  text: string
  /** Enter completed the text. */
  isConfirmed: boolean
  /** What was typed after Enter, line by line. */
  rest: string
}

/**
 * Hands over the captured keys once: those of `caught`, however old, or else of the current capture, so that nothing
 * appears in a field for which it was not typed.
 */
export function takeEarlyKeys(caught = stop && latest): EarlyKeys {
  if (caught === latest) stopListening()
  const [text = '', ...rest] = (caught?.typed ?? '').split('\n')
  if (caught) caught.typed = ''
  return { text, isConfirmed: rest.length > 0, rest: rest.join('\n') }
}
