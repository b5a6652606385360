import { ActionIcon, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { ENTRY_TYPES, entryLink } from '../../entry-data/entry-types.ts'
import { TYPE_ICONS } from '../../entry-data/type-icons.ts'
import { linkMessages } from '../links.messages.ts'
import classes from './LinkGraph.module.css'
import { type Direction, type Graph, NODE, neighbourOf, type Placed, placeNodes } from './link-graph.ts'
import { usePanAndZoom, ZOOM_STEP } from './use-pan-and-zoom.ts'

const ARROWS: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] satisfies Direction[]

/** Incoming links on the left, outgoing ones on the right. */
export function LinkGraph({ graph }: { graph: Graph }) {
  const text = useMessages(linkMessages)
  const navigate = useNavigate()
  const area = useRef<HTMLElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const { placed, width, height } = useMemo(() => placeNodes(graph.nodes), [graph])
  const places = useMemo(() => new Map(placed.map((node) => [node.key, node])), [placed])
  const self = placed.find(({ level }) => level === 0)
  const centre = { x: (self?.x ?? 0) + NODE.width / 2, y: (self?.y ?? 0) + NODE.height / 2 }
  const { view, zoom, fit, show, handlers } = usePanAndZoom(area, { width, height }, centre)
  const press = (event: KeyboardEvent, node: Placed) => {
    if (!ARROWS.includes(event.key)) return
    event.preventDefault()
    const next = neighbourOf(placed, node.key, event.key as Direction)
    // The browser would scroll to it; the drawing moves by itself.
    if (next) svg.current?.querySelector<SVGElement>(`[data-key="${next.key}"]`)?.focus({ preventScroll: true })
  }
  const tools = [
    { label: text.zoomIn, keys: ['+', '='], icon: Plus, run: () => zoom(ZOOM_STEP) },
    { label: text.zoomOut, keys: ['-'], icon: Minus, run: () => zoom(1 / ZOOM_STEP) },
    { label: text.zoomFit, keys: ['0'], icon: Maximize, run: fit },
  ]
  const pressTool = (event: KeyboardEvent) => {
    const tool = event.ctrlKey || event.metaKey ? undefined : tools.find(({ keys }) => keys.includes(event.key))
    if (!tool) return
    event.preventDefault()
    tool.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons in it have the keyboard
    <div className={classes.frame} onKeyDown={pressTool}>
      <nav ref={area} className={classes.area} aria-label={text.graphTitle} {...handlers}>
        <svg ref={svg} className={classes.graph} width="100%" height="100%">
          <title>{text.graphTitle}</title>
          <defs>
            <marker id="link-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path d="M 0 0 L 8 4 L 0 8 z" className={classes.head} />
            </marker>
          </defs>
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
            {graph.edges.map(({ from, to }) => (
              <Edge key={`${from} ${to}`} from={places.get(from)} to={places.get(to)} />
            ))}
            {placed.map((node) => (
              <Node
                key={node.key}
                node={node}
                open={() => void navigate(entryLink(node))}
                press={(event) => press(event, node)}
                show={() => show({ ...NODE, x: node.x, y: node.y })}
              />
            ))}
          </g>
        </svg>
      </nav>
      <Group gap="xs" className={classes.below}>
        <Text size="xs" c="var(--quiet)" flex={1}>
          {text.keys}
        </Text>
        {tools.map(({ label, keys, icon: Icon, run }) => (
          <ActionIcon
            key={label}
            variant="default"
            size={36}
            aria-label={label}
            title={`${label} (${keys[0]})`}
            onClick={run}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        ))}
      </Group>
    </div>
  )
}

function Edge({ from, to }: { from: Placed | undefined; to: Placed | undefined }) {
  if (!from || !to) return null
  const x1 = from.x + NODE.width
  const y1 = from.y + NODE.height / 2
  const x2 = to.x - 2
  const y2 = to.y + NODE.height / 2
  // A link that goes back, in a cycle, gets a wide bend to be visible.
  const bend = Math.max(32, Math.abs(x2 - x1) / 2)
  return (
    <path
      className={classes.edge}
      d={`M ${x1} ${y1} C ${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
      markerEnd="url(#link-arrow)"
    />
  )
}

interface NodeProps {
  node: Placed
  open(): void
  press(event: KeyboardEvent): void
  /** Moves it into sight. */
  show(): void
}

function Node({ node, open, press, show }: NodeProps) {
  const text = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const title = node.title || common.untitled
  const fact = node.statusTitle ?? node.categoryTitle
  const others = [text.types[node.type], fact === node.categoryTitle ? null : node.categoryTitle]
  const name = [title, fact].filter(Boolean).join(' ')
  const Icon = TYPE_ICONS[node.type]
  const follow = (event: MouseEvent) => {
    // The browser opens another tab itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
  return (
    <a
      href={`${ENTRY_TYPES[node.type].list}/${node.id}`}
      className={classes.node}
      data-key={node.key}
      data-self={node.level === 0 || undefined}
      aria-label={`${name} (${others.filter(Boolean).join(', ')})`}
      aria-current={node.level === 0 ? 'page' : undefined}
      onClick={follow}
      onKeyDown={press}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && show()}
    >
      <title>{title}</title>
      <rect className={classes.box} x={node.x} y={node.y} width={NODE.width} height={NODE.height} rx={8} />
      {node.categoryColor && (
        <rect
          x={node.x + 6}
          y={node.y + 8}
          width={4}
          height={NODE.height - 16}
          rx={2}
          fill={`#${node.categoryColor}`}
        />
      )}
      <Icon x={node.x + 18} y={node.y + NODE.height / 2 - 8} size={16} aria-hidden="true" className={classes.icon} />
      <foreignObject x={node.x + 42} y={node.y} width={NODE.width - 50} height={NODE.height}>
        <div className={classes.label} title={title} aria-hidden="true">
          <span className={classes.name}>{title}</span> {fact && <span className={classes.fact}>{fact}</span>}
        </div>
      </foreignObject>
    </a>
  )
}
