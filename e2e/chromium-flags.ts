/** Everything that a fresh Chromium would ask of its maker's servers is off: a test talks to the notebook alone. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
