/** The pixels of a picture, or of what a camera shows now; undefined before its first picture. */
export function pixelsOf(
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
  longest: number,
): ImageData | undefined {
  const scale = Math.min(1, longest / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || canvas.width === 0 || canvas.height === 0) return undefined
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
