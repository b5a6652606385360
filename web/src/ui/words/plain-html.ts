const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Converts lines of text to HTML. */
export function htmlOfLines(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign).replace(/\r?\n/g, '<br>')
}

/** Converts cleaned HTML to lines of text, with the targets of links after them. Nothing is loaded or run. */
export function linesOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const link of body.querySelectorAll('a[href]')) {
    const to = link.getAttribute('href') ?? ''
    if (link.textContent !== to) link.append(` ${to}`)
  }
  for (const end of body.querySelectorAll('p, li, div, h1, h2, h3, h4, h5, h6')) end.append('\n')
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n')
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
}
