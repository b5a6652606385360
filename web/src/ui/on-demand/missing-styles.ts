/** Styles of parts that did not come. The loader of parts asks for each once, and would show the part without them. */
const missing = new Set<HTMLLinkElement>()

/** Notices those that do not come: it is told to their element alone, and passes the document on the way there. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  }
  document.addEventListener('error', note, { capture: true })
}

/** Asks for them once more. */
export async function bringMissingStyles(): Promise<void> {
  const wanted = [...missing]
  missing.clear()
  await Promise.all(wanted.map(loadAgain))
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => resolve())
    link.replaceWith(again)
  })
}
