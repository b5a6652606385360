// Runs in the page: types as fast as a hand scanner. Keys that wait for each other's answer would be slower than a person
// on a busy machine.
;(code) => {
  for (const key of [...code, 'Enter']) {
    const place = document.activeElement ?? document.body
    place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true }))
  }
}
