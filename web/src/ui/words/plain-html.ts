const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Lines of text as the HTML that the service keeps. */
export function htmlOfLines(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign).replace(/\r?\n/g, '<br>')
}

/** The words of HTML that the service has cleaned, line by line; where links lead follows them. Nothing is loaded or run. */
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
