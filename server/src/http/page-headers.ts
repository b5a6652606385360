/** Headers of the pages that people open, in place of those of API answers. */
function pageHeaders(sources: Readonly<Record<string, string>>) {
  const policy = Object.entries(sources).map(([directive, source]) => `${directive} ${source}`)
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'cache-control': 'no-cache',
  }
}

/** No page asks for them; a script that got in should not be able to either. */
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

/** Everything comes from this server, nothing is inline, nobody may put a page into a frame. */
export const PAGE_HEADERS = pageHeaders(STRICT)

/**
 * The same for the web interface, whose components write styles into the page, and whose entries hold pictures and
 * recordings inside the text. Scripts stay files of this server.
 */
export const INTERFACE_HEADERS = pageHeaders({
  ...STRICT,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  // Recordings in entries; those of other servers would tell them who reads what.
  'media-src': "'self' data:",
  'manifest-src': "'self'",
  // Long texts are merged in a thread of their own.
  'worker-src': "'self'",
})
