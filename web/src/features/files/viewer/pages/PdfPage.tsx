import type { PageWords } from '@aliquot/contract/page-words'
import type { Upload } from '@aliquot/contract/uploads'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../../i18n/messages.tsx'
import { nameOf, previewAddress } from '../../file-facts.ts'
import { viewerMessages } from '../viewer.messages.ts'
import type { Hit } from './find-words.ts'
import classes from './PagesView.module.css'
import { blockOf, wordsQuery } from './page-words.queries.ts'
import { TextLayer } from './TextLayer.tsx'

interface Props {
  file: Upload
  page: number
  hits: readonly Hit[]
  current: Hit | undefined
  tellBroken(page: number): void
}

/** Until its size is known, a page is as high as A4. */
const USUAL_RATIO = 1 / Math.SQRT2

/** One page: an empty sheet until it is near, then its picture and words. */
export const PdfPage = memo(function PdfPage({ file, page, hits, current, tellBroken }: Props) {
  const text = useMessages(viewerMessages)
  const place = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(place)
  const { data } = useQuery({ ...wordsQuery(file, blockOf(page)), enabled: isNear })
  const words = data?.find((one) => one.page === page)
  const [ratio, setRatio] = useState<number>()
  const known = words && words.height > 0 ? words.width / words.height : ratio
  return (
    <div ref={place} className={classes.page} data-page={page} style={{ aspectRatio: known ?? USUAL_RATIO }}>
      {isNear && (
        <img
          src={previewAddress(file, page)}
          alt={text.pageOf(page, file.pages ?? 0, nameOf(file))}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
          onError={() => tellBroken(page)}
        />
      )}
      {isNear && words && (
        <>
          <Hits {...{ words, hits, current }} />
          <TextLayer words={words} />
        </>
      )}
    </div>
  )
})

interface HitsProps extends Pick<Props, 'hits' | 'current'> {
  words: PageWords
}

function Hits({ words: { width, height }, hits, current }: HitsProps) {
  return hits.map((hit, number) =>
    hit.boxes.map((box, part) => (
      <mark
        key={`${number} ${part}`}
        className={classes.hit}
        data-current={hit === current || undefined}
        aria-hidden
        style={{
          insetInlineStart: `${(100 * box.x) / width}%`,
          insetBlockStart: `${(100 * box.y) / height}%`,
          width: `${(100 * box.width) / width}%`,
          height: `${(100 * box.height) / height}%`,
        }}
      />
    )),
  )
}

/** Whether it is within a screen of what is seen. */
function useIsNear(place: { current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const { current } = place
    if (!current) return
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root: current.parentElement?.parentElement ?? null,
      rootMargin: '100% 0px',
    })
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [place])
  return isNear
}
