import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { entryLink } from '../../entry-data/entry-types.ts'
import { TYPE_ICONS } from '../../entry-data/type-icons.ts'
import { LabelPill } from '../../labels/LabelPill.tsx'
import rows from '../LinkSection.module.css'
import { linkMessages } from '../links.messages.ts'
import classes from './LinkGraph.module.css'
import { type Graph, type GraphNode, levelsOf } from './link-graph.ts'

/** The same as the drawing, as text: by distance. */
export function LinkTree({ graph }: { graph: Graph }) {
  const text = useMessages(linkMessages)
  const titleOf = (level: number) => {
    if (level === 0) return text.thisEntry
    return level < 0 ? text.pointsHere(-level) : text.pointedTo(level)
  }
  return (
    <div className={classes.levels}>
      {levelsOf(graph.nodes).map(({ level, nodes }) => (
        <section key={level} aria-label={titleOf(level)}>
          <Title order={3} size="h5" mb="2xs">
            {titleOf(level)}
          </Title>
          <ul className={rows.list}>
            {nodes.map((node) => (
              <Row key={node.key} node={node} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Row({ node }: { node: GraphNode }) {
  const text = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const Icon = TYPE_ICONS[node.type]
  return (
    <li className={rows.row}>
      <Icon size={16} className={rows.sign} role="img" aria-label={text.types[node.type]} />
      <Link {...entryLink(node)} className={rows.title}>
        {node.title || common.untitled}
      </Link>
      <span className={rows.labels}>
        {node.statusTitle !== null && <LabelPill title={node.statusTitle} color={node.statusColor} />}
        {node.categoryTitle !== null && <LabelPill title={node.categoryTitle} color={node.categoryColor} />}
      </span>
    </li>
  )
}
