import type { Upload } from '@aliquot/contract/uploads'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { When } from '../../../ui/time/When.tsx'
import { sizeText } from '../../../ui/words/size-text.ts'
import classes from './FileViewer.module.css'
import { viewerMessages } from './viewer.messages.ts'

export function FileFacts({ file }: { file: Upload }) {
  const text = useMessages(viewerMessages)
  const { language } = useLanguage()
  return (
    <section className={classes.facts} aria-label={text.facts}>
      <dl>
        <Fact name={text.size}>{sizeText(file.filesize, language)}</Fact>
        <Fact name={text.type}>{file.mime_type}</Fact>
        <Fact name={text.by}>{file.fullname}</Fact>
        <Fact name={text.at}>
          <When at={file.created_at} />
        </Fact>
        {file.comment !== null && <Fact name={text.comment}>{file.comment}</Fact>}
        {file.hash !== null && (
          <Fact name={text.hash}>
            <code>{file.hash}</code>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
