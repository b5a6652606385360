import { catchEarlyKeys, isCatching, takeEarlyKeys } from '../../ui/keys/early-keys.ts'

/**
 * From the title, or another part of an entry, on to its main text. While its editor is still on the way, what is typed
 * for it is kept.
 * @param typed What was typed for it already.
 */
export function leadToText(part: HTMLElement | null, typed = ''): void {
  const article = part?.closest('article')
  if (!article) return
  const field = fieldIn(article)
  if (field) writeInto(field, typed)
  else if (placeIn(article)) waitForField(article, typed)
}

function waitForField(article: HTMLElement, typed: string): void {
  const caught = catchEarlyKeys({ already: typed, place: () => placeIn(article) })
  const observer = new MutationObserver(() => {
    const field = fieldIn(article)
    if (!field && placeIn(article)) return
    observer.disconnect()
    const wasCatching = isCatching(caught)
    const { text, isConfirmed, rest } = takeEarlyKeys(caught)
    const all = isConfirmed ? `${text}\n${rest}` : text
    if (!field || (all === '' && !wasCatching)) return
    const elsewhere = wasCatching ? null : document.activeElement
    writeInto(field, all)
    if (elsewhere instanceof HTMLElement) elsewhere.focus()
  })
  observer.observe(article, { childList: true, subtree: true, attributeFilter: ['contenteditable'] })
}

function fieldIn(article: HTMLElement): HTMLElement | null {
  return article.querySelector<HTMLElement>('[contenteditable="true"], [data-main-text]')
}

/** The placeholder of the editor, while the page is open. */
function placeIn(article: HTMLElement): Element | null {
  return article.isConnected ? article.querySelector('[data-text-is-coming]') : null
}

function writeInto(field: HTMLElement, typed: string): void {
  field.focus()
  const [first = '', ...lines] = typed.split('\n')
  insert(first)
  for (const line of lines) {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
    const isHandled = !field.dispatchEvent(enter)
    insert(isHandled ? line : `\n${line}`)
  }
}

function insert(text: string): void {
  // Only this goes through the field's own key handling and undo.
  if (text !== '') document.execCommand('insertText', false, text)
}
