import { type SharedEntity, shared } from '@aliquot/contract/shared'
import { Download } from 'lucide-react'
import { addressOf } from '../../api/call.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { sizeText } from '../../ui/words/size-text.ts'
import { entryParams } from '../entry-data/entry-types.ts'
import classes from './SharePage.module.css'
import { shareMessages } from './share.messages.ts'

/** The files of an entry whose link includes them. */
export function SharedFiles({ entry, accessKey }: { entry: SharedEntity; accessKey: string }) {
  const text = useMessages(shareMessages)
  const { language } = useLanguage()
  if (entry.files.length === 0) return null
  return (
    <section>
      <h2 className={classes.group}>{text.files}</h2>
      <ul className={classes.files}>
        {entry.files.map(({ id, real_name, comment, filesize }) => (
          <li key={id}>
            <a
              href={addressOf(shared.upload, {
                params: { ...entryParams(entry), subid: id },
                query: { access_key: accessKey },
              })}
              download={real_name.split('/').at(-1)}
              aria-label={text.download(real_name)}
            >
              <Download size={16} aria-hidden style={{ flex: 'none' }} />
              <bdi>{real_name}</bdi>
            </a>
            <span>
              {sizeText(filesize, language)}
              {comment && ` · ${comment}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
