import type { Entity } from '@aliquot/contract/entities'
import { Button, Modal, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import { useFocusReturn } from '../../../ui/keys/focus-return.ts'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts'
import { linkMessages } from '../links.messages.ts'
import classes from './LinkGraph.module.css'
import { LinkGraph } from './LinkGraph.tsx'
import { LinkTree } from './LinkTree.tsx'
import { linkGraph } from './link-graph.queries.ts'

const FIRST_DEPTH = 2
const MOST_DEPTH = 8

/** The links around an entry as a drawing or as text. */
export function LinkGraphDialog({ entry, close }: { entry: Entity; close(): void }) {
  useFocusReturn()
  const text = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const isPhone = useIsPhone()
  const [view, setView] = useState<'graph' | 'list'>(isPhone ? 'list' : 'graph')
  const [depth, setDepth] = useState(FIRST_DEPTH)
  const { data: graph, error, isFetching, refetch } = useQuery(linkGraph(client, entry, depth))
  const farthest = Math.max(0, ...(graph?.nodes.map(({ level }) => Math.abs(level)) ?? []))
  const isAll = graph !== undefined && !isFetching && farthest < depth
  return (
    <Modal
      opened
      onClose={close}
      title={text.graphTitle}
      fullScreen
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes.tools}>
        <Segments<'graph' | 'list'>
          label={text.view}
          value={view}
          options={[
            { value: 'graph', label: text.asGraph },
            { value: 'list', label: text.asList },
          ]}
          onChange={setView}
        />
        <Text size="sm" c="var(--quiet)" role="status" flex={1}>
          {isFetching && text.loading}
          {!isFetching && graph?.isCut && text.tooMany(graph.nodes.length)}
          {!graph?.isCut && isAll && text.noFurther}
        </Text>
        {!isAll && !graph?.isCut && depth < MOST_DEPTH && (
          <Button variant="default" disabled={isFetching} onClick={() => setDepth(depth + 1)}>
            {text.further}
          </Button>
        )}
      </div>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!graph && !error && <Skeleton height={240} />}
      {graph && view === 'graph' && <LinkGraph graph={graph} />}
      {graph && view === 'list' && <LinkTree graph={graph} />}
    </Modal>
  )
}
