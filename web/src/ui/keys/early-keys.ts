/** What was typed for one field that was not there yet, Enter as a line break. */
export interface Caught {
  typed: string
}

let latest: Caught | undefined
let stop: (() => void) | undefined

/** Should the field never come, the keys must work again. */
const LONGEST_WAIT = 10_000

interface Options {
  /** What was typed before, and is still without a field. */
  already?: string
  /** Where the field will be: who clicks there goes on typing for it, and as long as there is such a place it is waited for. */
  place?(): Element | null
}

/** Keeps what somebody types between asking for a field, or a page, and the moment it is there. */
export function catchEarlyKeys({ already = '', place }: Options = {}): Caught {
  stopListening()
  const caught: Caught = { typed: already }
  latest = caught
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
  // Whoever goes elsewhere types there. What was typed before stays with the field that it was typed for.
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

export function isCatching(caught: Caught): boolean {
  return stop !== undefined && caught === latest
}

/** Presses them again, one after the other, now that the page they were meant for is there. */
export function replayEarlyKeys(): void {
  for (const key of takeEarlyKeys().text) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}

export interface EarlyKeys {
  /** What is for the field. */
  text: string
  /** Enter said that this is all of it. */
  isConfirmed: boolean
  /** What came after that, line by line. */
  rest: string
}

/**
 * Hands over what was typed, once: for who is named, however long ago that was, or else for who is waiting right now, so
 * that nothing comes up in a field that it was not typed for.
 */
export function takeEarlyKeys(caught = stop && latest): EarlyKeys {
  if (caught === latest) stopListening()
  const [text = '', ...rest] = (caught?.typed ?? '').split('\n')
  if (caught) caught.typed = ''
  return { text, isConfirmed: rest.length > 0, rest: rest.join('\n') }
}
