/** A drawn gel: lanes with a ladder and bands, as a small picture. */
export function drawGel(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 480
  canvas.height = 320
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#f1f3f5'
    context.fillRect(0, 0, canvas.width, canvas.height)
    LANES.forEach((bands, lane) => {
      for (const [y, strength] of bands) {
        context.fillStyle = `rgba(24, 38, 92, ${strength})`
        context.fillRect(28 + lane * 74, y, 54, 8)
      }
    })
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], 'gel.png', { type: 'image/png' }))
      else reject(new Error('The picture could not be drawn'))
    }, 'image/png')
  })
}

/** Height and strength of each band: ladder, lysate, flow through, and three elutions. */
const LANES: readonly (readonly (readonly [y: number, strength: number])[])[] = [
  [40, 75, 110, 150, 195, 245, 285].map((y) => [y, 0.7] as const),
  [50, 80, 100, 130, 160, 190, 220, 260].map((y) => [y, 0.45] as const),
  [50, 80, 100, 130, 160, 190, 260].map((y) => [y, 0.35] as const),
  [
    [110, 0.2],
    [222, 0.4],
  ],
  [
    [110, 0.1],
    [222, 0.85],
  ],
  [[222, 0.95]],
]
