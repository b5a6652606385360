let caught = { text: '', isConfirmed: false }
let stop: (() => void) | undefined

/** Should the field never come, the keys must work again. */
const LONGEST_WAIT = 10_000

/** Keeps what somebody types between asking for a field, or a page, and the moment it is there; Enter says that it is all. */
export function catchEarlyKeys(): void {
  takeEarlyKeys()
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Escape') return void takeEarlyKeys()
    if (caught.isConfirmed) return
    if (event.key === 'Backspace') caught.text = [...caught.text].slice(0, -1).join('')
    else if (event.key === 'Enter') caught.isConfirmed = true
    else if ([...event.key].length === 1) caught.text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // Whoever goes elsewhere types there.
  const leave = () => void takeEarlyKeys()
  document.addEventListener('keydown', listen, { capture: true })
  document.addEventListener('pointerdown', leave, { capture: true })
  const timer = setTimeout(leave, LONGEST_WAIT)
  stop = () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', listen, { capture: true })
    document.removeEventListener('pointerdown', leave, { capture: true })
  }
}

/** Presses them again, one after the other, now that the page they were meant for is there. */
export function replayEarlyKeys(): void {
  for (const key of takeEarlyKeys().text) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}

/** Hands them over, once. */
export function takeEarlyKeys(): { text: string; isConfirmed: boolean } {
  stop?.()
  stop = undefined
  const keys = caught
  caught = { text: '', isConfirmed: false }
  return keys
}
