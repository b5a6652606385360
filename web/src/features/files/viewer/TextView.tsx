import type { Upload } from '@aliquot/contract/uploads'
import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { Scrolled } from '../../../ui/layout/Scrolled.tsx'
import { sizeText } from '../../../ui/words/size-text.ts'
import { classOf, type Piece } from '../../rendered-text/code/colour-code.ts'
import classes from './FileViewer.module.css'
import { languageOf } from './file-kind.ts'
import { type FileText, useFileText } from './use-file-text.ts'
import { viewerMessages } from './viewer.messages.ts'

const PART = 1024 * 1024

export function TextView({ file }: { file: Upload }) {
  const content = useFileText(file, PART)
  return <TextContent file={file} content={content} />
}

/** A plain text, coloured if its language is known and it is short. */
export function TextContent({ file, content }: { file: Upload; content: FileText }) {
  return (
    <Loaded file={file} content={content}>
      {(text) => <Code code={text} language={languageOf(file)} label={file.real_name} />}
    </Loaded>
  )
}

interface LoadedProps {
  file: Upload
  content: FileText
  children(text: string): ReactNode
}

/** The states of a text: loading, failed, empty, or with more to load. */
export function Loaded({ file, content, children }: LoadedProps) {
  const text = useMessages(viewerMessages)
  const { language } = useLanguage()
  if (content.text === undefined) {
    return content.error ? <ProblemLine error={content.error} retry={content.retry} /> : <Skeleton height={320} />
  }
  if (content.text === '') return <p className={classes.note}>{text.empty}</p>
  return (
    <>
      {children(content.text)}
      {content.error && <ProblemLine error={content.error} retry={content.readMore} />}
      {content.hasMore && !content.error && (
        <div className={classes.bar}>
          <span role="status">{text.shown(sizeText(content.bytes, language), sizeText(file.filesize, language))}</span>
          <Button variant="default" size="md" loading={content.isMoreComing} onClick={content.readMore}>
            {text.more}
          </Button>
        </div>
      )}
    </>
  )
}

/** Longer ones would take too long to colour. */
const MOST_COLOURED = 100_000

function Code({ code, language, label }: { code: string; language: string | undefined; label: string }) {
  const pieces = usePieces(code, language)
  return (
    <Scrolled className={classes.text} label={label}>
      <pre>{pieces.length === 0 ? code : coloured(code, pieces)}</pre>
    </Scrolled>
  )
}

function usePieces(code: string, language: string | undefined): readonly Piece[] {
  const [pieces, setPieces] = useState<{ of: string; found: Piece[] }>()
  useEffect(() => {
    if (!language || code.length > MOST_COLOURED) return
    let isCurrent = true
    import('../../rendered-text/code/highlighter.ts').then(
      ({ findPieces }) => isCurrent && setPieces({ of: code, found: findPieces(language, code) }),
      // It is readable without colours too.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [code, language])
  return pieces?.of === code ? pieces.found : []
}

function coloured(code: string, pieces: readonly Piece[]): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const piece of pieces) {
    parts.push(code.slice(end, piece.from))
    parts.push(
      <span key={piece.from} className={classOf(piece)}>
        {code.slice(piece.from, piece.to)}
      </span>,
    )
    end = piece.to
  }
  return [...parts, code.slice(end)]
}
