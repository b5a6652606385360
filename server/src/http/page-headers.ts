/** The headers of HTML pages, which replace those of API answers. */
function pageHeaders(sources: Readonly<Record<string, string>>, used: readonly string[] = []) {
  const policy = Object.entries(sources).map(([directive, source]) => `${directive} ${source}`)
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': FEATURES.map((feature) => `${feature}=${used.includes(feature) ? '(self)' : '()'}`).join(
      ', ',
    ),
    'cache-control': 'no-cache',
  }
}

/** What a page does not use, an injected script should not be able to use either. */
const FEATURES = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'serial', 'usb']

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
 * The web interface has components that insert styles, and entries with pictures and recordings in the text. Scripts
 * still come only from this server.
 */
const INTERFACE = {
  ...STRICT,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  // Recordings in entries. Not from other servers, which would learn who reads what.
  'media-src': "'self' data:",
  'manifest-src': "'self'",
  // Long texts are merged in a worker, and codes are read in one.
  'worker-src': "'self'",
}

/** The camera reads codes. */
export const INTERFACE_HEADERS = pageHeaders(INTERFACE, ['camera'])

/** A worker has the policy that comes with its file: only the one that reads codes may compile WebAssembly. */
export const CODE_READER_HEADERS = pageHeaders({ ...STRICT, 'script-src': "'self' 'wasm-unsafe-eval'" })
