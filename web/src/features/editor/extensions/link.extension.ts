/** Links as the service stores them: external ones open in a new tab. */
export const linkOptions = {
  openOnClick: false,
  autolink: true,
  linkOnPaste: true,
  defaultProtocol: 'https',
  isAllowedUri: (uri: string) => isSafeUri(uri),
}

export const linkOverrides = {
  // What is typed behind a link is no part of it.
  inclusive: false,
  addAttributes: () => ({ href: { default: null }, title: { default: null } }),
  renderHTML: ({ HTMLAttributes: { href, title } }: { HTMLAttributes: Record<string, string | null> }) => {
    const isElsewhere = /^\s*(?:https?:|[/\\]{2})/i.test(href ?? '')
    const elsewhere = isElsewhere ? { target: '_blank', rel: 'noreferrer noopener' } : {}
    return ['a', { href: isSafeUri(href) ? href : null, title, ...elsewhere }, 0]
  },
}

const schemes = new Set(['http', 'https', 'mailto', 'tel'])

export function isSafeUri(uri: string | null | undefined): boolean {
  const squeezed = (uri ?? '').replace(/[\p{C}\p{Z}]/gu, '')
  const scheme = /^[^/?#]*?(?=:)/.exec(squeezed)?.[0]
  return squeezed !== '' && (scheme === undefined || schemes.has(scheme.toLowerCase()))
}
