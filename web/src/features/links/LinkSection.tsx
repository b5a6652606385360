import type { Entity } from '@aliquot/contract/entities'
import { Button, Menu, Title } from '@mantine/core'
import { Download, Waypoints } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { CountedTitle } from '../../ui/layout/CountedTitle.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { LinkInput } from './LinkInput.tsx'
import { LinkRow } from './LinkRow.tsx'
import classes from './LinkSection.module.css'
import { linkMessages } from './links.messages.ts'
import { incomingLinks, useLinks } from './links.queries.ts'
import { useGraphAddress } from './use-graph-address.ts'

interface Props {
  entry: Entity
  isReadOnly: boolean
  inputRef?: RefObject<HTMLInputElement | null>
}

const LinkGraphDialog = onDemand(async () => (await import('./graph/LinkGraphDialog.tsx')).LinkGraphDialog)

/** The links from and to an entry. */
export function LinkSection({ entry, isReadOnly, inputRef }: Props) {
  const text = useMessages(linkMessages)
  const { links, add, take, takeOver } = useLinks(entry)
  const incoming = incomingLinks(entry)
  const [isTakingOver, setTakingOver] = useState(false)
  const graph = useGraphAddress()
  const hasLinks = links.length > 0 || incoming.length > 0
  if (!hasLinks && isReadOnly) return null
  return (
    <section className={classes.section} aria-label={text.title} data-empty={!hasLinks || undefined}>
      {hasLinks && (
        <div className={classes.head}>
          <CountedTitle title={text.title} count={links.length} />
          <Button
            className={`${classes.graph} no-print`}
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<Waypoints size={16} aria-hidden="true" />}
            onClick={graph.open}
          >
            {text.graph}
          </Button>
        </div>
      )}
      {links.length > 0 && (
        <ul className={classes.list} aria-label={text.title}>
          {links.map((link) => (
            <LinkRow
              key={`${link.type}/${link.entityid}`}
              link={link}
              take={isReadOnly ? undefined : () => take(link)}
            />
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <div className={classes.adding}>
          {isTakingOver ? (
            <LinkInput
              key="import"
              label={text.importFrom}
              placeholder={text.importFrom}
              without={[entry.id]}
              isFocused
              pick={(target) => {
                setTakingOver(false)
                void takeOver(target)
              }}
              leave={() => setTakingOver(false)}
            />
          ) : (
            <LinkInput
              key="add"
              label={text.add}
              placeholder={text.placeholder}
              {...(inputRef && { inputRef })}
              without={[entry.id, ...links.map(({ entityid }) => entityid)]}
              pick={add}
            />
          )}
          <MoreMenu label={text.sectionMenu}>
            <Menu.Item leftSection={<Download size={16} aria-hidden="true" />} onClick={() => setTakingOver(true)}>
              {text.import}
            </Menu.Item>
          </MoreMenu>
        </div>
      )}
      {incoming.length > 0 && (
        <>
          <Title order={3} size="h5" mt="sm" mb="2xs">
            {text.incoming}
          </Title>
          <ul className={classes.list} aria-label={text.incoming}>
            {incoming.map((link) => (
              <LinkRow key={`${link.type}/${link.entityid}`} link={link} />
            ))}
          </ul>
        </>
      )}
      {graph.isShown && <LinkGraphDialog entry={entry} close={graph.close} giveUp={graph.close} />}
    </section>
  )
}
