import type { Upload } from '@aliquot/contract/uploads'
import { ActionIcon, NumberInput } from '@mantine/core'
import { MoveDown, MoveUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Scrolled } from '../../../ui/layout/Scrolled.tsx'
import { nameOf, previewAddress } from '../file-facts.ts'
import classes from './FileViewer.module.css'
import { NoView } from './NoView.tsx'
import { viewerMessages } from './viewer.messages.ts'

/** The pages of a PDF as pictures drawn by the service, so that nothing in the file runs. */
export function PagesView({ file }: { file: Upload }) {
  const text = useMessages(viewerMessages)
  const [page, setPage] = useState(1)
  const [isBroken, setBroken] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const count = file.pages ?? 0
  const goTo = (wanted: number) => {
    const next = Math.min(Math.max(wanted, 1), count)
    if (next === page) return
    setPage(next)
    stage.current?.scrollTo(0, 0)
  }
  const latest = useRef(goTo)
  latest.current = goTo
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0
      if (step === 0) return
      event.preventDefault()
      latest.current(page + step)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [page])
  if (count === 0 || isBroken) return <NoView file={file} why={text.noPages} canOpen />
  const tool = { variant: 'default', size: 44 } as const
  return (
    <>
      <Scrolled ref={stage} className={classes.pages} label={text.page}>
        <img
          key={page}
          src={previewAddress(file, page)}
          alt={text.pageOf(page, count, nameOf(file))}
          onError={() => setBroken(true)}
        />
      </Scrolled>
      <div className={classes.bar}>
        <ActionIcon {...tool} aria-label={text.previousPage} disabled={page === 1} onClick={() => goTo(page - 1)}>
          <MoveUp size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon {...tool} aria-label={text.nextPage} disabled={page === count} onClick={() => goTo(page + 1)}>
          <MoveDown size={20} aria-hidden />
        </ActionIcon>
        <NumberInput
          aria-label={text.page}
          className={classes.number}
          size="md"
          hideControls
          min={1}
          max={count}
          allowDecimal={false}
          allowNegative={false}
          value={page}
          onChange={(value) => Number(value) > 0 && goTo(Number(value))}
        />
        <span role="status">{text.ofPages(count)}</span>
      </div>
    </>
  )
}
