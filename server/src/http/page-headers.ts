/** The headers of HTML pages, which replace those of API answers. */
function pageHeaders(sources: Readonly<Record<string, string>>) {
  const policy = Object.entries(sources).map(([directive, source]) => `${directive} ${source}`)
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'cache-control': 'no-cache',
  }
}

/** No page uses these, so an injected script should not be able to either. */
const UNUSED_FEATURES = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'serial', 'usb']

const STRICT = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
} as const

/** Everything comes from this server, nothing is inline, and no page can be framed. */
export const PAGE_HEADERS = pageHeaders(STRICT)

/**
 * The same for the web interface, whose components insert styles, and whose entries contain pictures and recordings in
 * the text. Scripts still come only from this server.
 */
export const INTERFACE_HEADERS = pageHeaders({
  ...STRICT,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  // Recordings in entries. Not from other servers, which would learn who reads what.
  'media-src': "'self' data:",
  'manifest-src': "'self'",
  // Long texts are merged in a worker.
  'worker-src': "'self'",
})
