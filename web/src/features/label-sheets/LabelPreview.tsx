import { type LabelCode, layoutOf, leastLabelFor, QUIET } from '@aliquot/contract/label-sheets/geometry'
import type { LabelSheet } from '@aliquot/contract/label-sheets/sheets'
import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { codePath, type DrawnCode } from './code-path.ts'
import classes from './LabelDialog.module.css'
import { labelSheetMessages } from './label-sheets.messages.ts'

interface Props {
  label: LabelSheet['label']
  code: LabelCode
  says: string
  title: string
  lines: readonly string[]
}

/** One label as it will be, nearly: the service fits the words better. */
export function LabelPreview({ label, code, says, title, lines }: Props) {
  const text = useMessages(labelSheetMessages)
  const drawn = useCode(code, says)
  if (!drawn) return null
  const layout = layoutOf(label, drawn.modules)
  if (!layout) {
    return (
      <Text size="sm" c="var(--danger)" role="status">
        {text.tooSmall(String(leastLabelFor(drawn.modules)))}
      </Text>
    )
  }
  const { code: place, words } = layout
  const scale = place.side / drawn.modules
  const size = words ? Math.min(4, Math.max(1.8, words.height / (lines.length + 3))) : 0
  return (
    <svg
      className={classes.label}
      viewBox={`0 0 ${label.width} ${label.height}`}
      style={{ aspectRatio: `${label.width} / ${label.height}` }}
      role="img"
      aria-label={text.preview}
    >
      <rect width={label.width} height={label.height} fill="#ffffff" />
      <g transform={`translate(${place.x + QUIET[code] * scale} ${place.y + QUIET[code] * scale}) scale(${scale})`}>
        <path d={drawn.path} fill="#000000" shapeRendering="crispEdges" />
      </g>
      {words && (
        <foreignObject {...words}>
          <div className={classes.words} style={{ fontSize: `${size}px` }}>
            <strong dir="auto">{title}</strong>
            {lines.map((line) => (
              <span key={line} dir="auto">
                {line}
              </span>
            ))}
          </div>
        </foreignObject>
      )}
    </svg>
  )
}

function useCode(kind: LabelCode, says: string): DrawnCode | undefined {
  const [drawn, setDrawn] = useState<DrawnCode>()
  useEffect(() => {
    let isCurrent = true
    codePath(kind, says).then(
      (code) => isCurrent && setDrawn(code),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [kind, says])
  return drawn
}
