/** A busy button is disabled, which takes its focus. It gets the focus back when it can be pressed again. */
export function returnFocusOfBusyButtons(): () => void {
  let focused: EventTarget | null = null
  const note = ({ target }: FocusEvent) => {
    focused = target
  }
  const observer = new MutationObserver((changes) => {
    if (document.activeElement !== document.body) return
    const isFree = changes.some(({ target }) => target === focused && !(target as HTMLElement).matches(':disabled'))
    if (isFree) (focused as HTMLElement).focus({ preventScroll: true })
  })
  document.addEventListener('focusin', note)
  observer.observe(document, { attributes: true, attributeFilter: ['disabled'], subtree: true })
  return () => {
    document.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
