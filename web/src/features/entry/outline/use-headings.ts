import { type RefObject, useEffect, useRef, useState } from 'react'
import { areSame, type Heading, readHeadings } from '../../rendered-text/headings.ts'

/** An outline of fewer headings is longer than the text. */
const FEWEST = 3
const PAUSE_MS = 400

/** The headings of a text, read again in pauses of typing; none for a short text. */
export function useHeadings(body: RefObject<HTMLElement | null>): Heading[] {
  const [headings, setHeadings] = useState<Heading[]>([])
  const isFirst = useRef(true)
  useEffect(() => {
    const text = body.current
    if (!text) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      const found = readHeadings(text)
      setHeadings((before) => (areSame(before, found) ? before : found))
      if (found.length > 0 && isFirst.current) {
        isFirst.current = false
        const asked = decodeURIComponent(location.hash.slice(1))
        const linked = asked === '' ? undefined : found.find(({ anchor }) => anchor === asked)
        if (linked) goTo(linked)
      }
    }
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(read, PAUSE_MS)
    })
    observer.observe(text, { childList: true, characterData: true, subtree: true })
    read()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [body])
  return headings.length < FEWEST ? [] : headings
}

/** Twice: on the way, parts of a long text get their real height. */
export function goTo({ element }: Heading): void {
  element.scrollIntoView()
  requestAnimationFrame(() => requestAnimationFrame(() => element.scrollIntoView()))
}

/** The heading under which one reads. */
export function useCurrentHeading(headings: readonly Heading[]): Heading | undefined {
  const [current, setCurrent] = useState<Heading>()
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      setCurrent(headings.findLast(({ element }) => element.getBoundingClientRect().top < READING_LINE))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [headings])
  return current
}

const READING_LINE = 120
