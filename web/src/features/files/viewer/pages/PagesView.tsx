import type { Upload } from '@aliquot/contract/uploads'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useMessages } from '../../../../i18n/messages.tsx'
import { Scrolled } from '../../../../ui/layout/Scrolled.tsx'
import shared from '../FileViewer.module.css'
import { NoView } from '../NoView.tsx'
import { viewerMessages } from '../viewer.messages.ts'
import type { Hit } from './find-words.ts'
import { PageSearchField } from './PageSearchField.tsx'
import classes from './PagesView.module.css'
import { PageTools } from './PageTools.tsx'
import { PdfPage } from './PdfPage.tsx'
import { USUAL_WIDTH, usePages } from './use-pages.ts'

/** The pages of a PDF, one below the other: pictures and words made by the service, so that nothing in the file runs. */
export function PagesView({ file }: { file: Upload }) {
  const text = useMessages(viewerMessages)
  const [isBroken, setBroken] = useState(false)
  if (!file.pages || isBroken) return <NoView file={file} why={text.noPages} canOpen />
  return <Pages file={file} count={file.pages} tellFirstBroken={() => setBroken(true)} />
}

const NO_HITS: readonly Hit[] = []

interface PagesProps {
  file: Upload
  count: number
  tellFirstBroken(): void
}

function Pages({ file, count, tellFirstBroken }: PagesProps) {
  const text = useMessages(viewerMessages)
  const stage = useRef<HTMLDivElement>(null)
  const { page, zoom, goTo, ...zooming } = usePages(stage, count)
  const [found, setFound] = useState<{ hits: readonly Hit[]; current: Hit | undefined }>()
  const byPage = useMemo(() => Map.groupBy(found?.hits ?? [], (hit) => hit.page), [found?.hits])
  const tell = useRef(tellFirstBroken)
  tell.current = tellFirstBroken
  const tellBroken = useCallback((number: number) => number === 1 && tell.current(), [])
  const show = useCallback((hits: readonly Hit[], current: Hit | undefined) => setFound({ hits, current }), [])
  const width = zoom === 'fit' ? '100%' : `${USUAL_WIDTH * zoom}px`
  return (
    <>
      <div className={shared.choice}>
        <PageTools {...{ page, count, goTo, isFit: zoom === 'fit' }} {...zooming} />
        <PageSearchField file={file} page={page} show={show} stage={stage} goTo={goTo} />
      </div>
      <Scrolled ref={stage} className={classes.stage} label={text.content(file.real_name)} data-scrolls>
        <div className={classes.pages} style={{ width }}>
          {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              file={file}
              page={number}
              hits={byPage.get(number) ?? NO_HITS}
              current={found?.current?.page === number ? found.current : undefined}
              tellBroken={tellBroken}
            />
          ))}
        </div>
      </Scrolled>
    </>
  )
}
