/** Whether a finger is what mainly points on this device. */
export function isTouch(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}
