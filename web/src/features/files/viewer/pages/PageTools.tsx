import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Minus, MoveDown, MoveUp, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../../i18n/messages.tsx'
import { viewerMessages } from '../viewer.messages.ts'
import classes from './PagesView.module.css'

interface Props {
  page: number
  count: number
  goTo(page: number): void
  isFit: boolean
  zoomIn(): void
  zoomOut(): void
  fitWidth(): void
}

const TOOL = { variant: 'default', size: 36 } as const
const ICON = { size: 18, 'aria-hidden': true } as const

/** Where one is in the document, and how large it is shown. */
export function PageTools({ page, count, goTo, isFit, zoomIn, zoomOut, fitWidth }: Props) {
  const text = useMessages(viewerMessages)
  const [typed, setTyped] = useState<string>()
  const go = (event?: FormEvent) => {
    event?.preventDefault()
    const wanted = Number(typed)
    setTyped(undefined)
    if (Number.isInteger(wanted) && wanted > 0) goTo(wanted)
  }
  return (
    <>
      <div className={classes.tools}>
        <ActionIcon {...TOOL} aria-label={text.previousPage} disabled={page === 1} onClick={() => goTo(page - 1)}>
          <MoveUp {...ICON} />
        </ActionIcon>
        <ActionIcon {...TOOL} aria-label={text.nextPage} disabled={page === count} onClick={() => goTo(page + 1)}>
          <MoveDown {...ICON} />
        </ActionIcon>
        <form onSubmit={go}>
          <TextInput
            className={classes.number ?? ''}
            aria-label={text.page}
            inputMode="numeric"
            value={typed ?? String(page)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => setTyped(currentTarget.value.replace(/\D/g, ''))}
            onBlur={() => typed !== undefined && go()}
          />
        </form>
        <span>{text.ofPages(count)}</span>
      </div>
      <div className={classes.tools}>
        <ActionIcon {...TOOL} aria-label={text.zoomOut} onClick={zoomOut}>
          <Minus {...ICON} />
        </ActionIcon>
        <ActionIcon {...TOOL} aria-label={text.zoomIn} onClick={zoomIn}>
          <Plus {...ICON} />
        </ActionIcon>
        <Button variant="default" aria-pressed={isFit} onClick={fitWidth}>
          {text.fitWidth}
        </Button>
      </div>
    </>
  )
}
