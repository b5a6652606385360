import type { Entity } from '@aliquot/contract/entities'
import { Link } from '@tanstack/react-router'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { sizeText } from '../../ui/words/size-text.ts'
import { entryLink } from '../entry-data/entry-types.ts'
import { contentAddress, nameOf } from '../files/file-facts.ts'
import { outgoingLinks, refOf } from '../links/links.queries.ts'
import classes from './Moments.module.css'

/** The files at that moment; each can still be downloaded. */
export function FilesThen({ entry: { uploads } }: { entry: Entity }) {
  const { language } = useLanguage()
  return (
    <ul className={classes.parts}>
      {uploads.map((file) => (
        <li key={file.id}>
          <a href={contentAddress(file)} download={nameOf(file)}>
            <bdi>{file.real_name}</bdi>
          </a>{' '}
          <span>{sizeText(file.filesize, language)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The links at that moment, with the titles of then. */
export function LinksThen({ entry }: { entry: Entity }) {
  const common = useMessages(commonMessages)
  return (
    <ul className={classes.parts}>
      {outgoingLinks(entry).map((link) => (
        <li key={`${link.type}/${link.entityid}`}>
          <Link {...entryLink(refOf(link))}>{link.title || common.untitled}</Link>
        </li>
      ))}
    </ul>
  )
}
