import { useEffect, useState } from 'react'

interface Props {
  value: string
  label: string
  className?: string | undefined
}

/** Light modules around the code, which readers need. */
const QUIET = 4

/** A QR code, dark on white in every theme. Its library loads with the first one. */
export function QrCode({ value, label, className }: Props) {
  const [code, setCode] = useState<Code>()
  useEffect(() => {
    let isCurrent = true
    encode(value).then(
      (made) => isCurrent && setCode(made),
      // Without a network: the address is there as text, too.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [value])
  if (!code) return null
  const side = code.size + 2 * QUIET
  return (
    <svg className={className} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label}>
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#ffffff" />
      <path d={code.path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}

interface Code {
  size: number
  path: string
}

export async function encode(value: string): Promise<Code> {
  const { generate } = await import('lean-qr')
  const code = generate(value)
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      // Neighbours in a row are one rectangle.
      let end = x
      while (code.get(end, y)) end++
      if (end > x) path += `M${x} ${y}h${end - x}v1h${x - end}z`
      x = end
    }
  }
  return { size: code.size, path }
}
