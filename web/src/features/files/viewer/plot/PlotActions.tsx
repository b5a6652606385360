import { type Upload, uploads } from '@aliquot/contract/uploads'
import { Button } from '@mantine/core'
import { Copy, Download, FileInput } from 'lucide-react'
import { call } from '../../../../api/call.ts'
import { localeOf } from '../../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../../i18n/messages.tsx'
import { useToasts } from '../../../../ui/toasts/toasts.tsx'
import { useSession } from '../../../session/session.queries.ts'
import { uploadQueue } from '../../../uploads/upload-queue.ts'
import { fileParams, nameOf } from '../../file-facts.ts'
import { useInsertIntoText } from '../../insertion-request.ts'
import { useCloseViewer } from '../close-viewer.ts'
import type { Look } from './draw-plot.ts'
import classes from './PlotView.module.css'
import { plotMessages } from './plot.messages.ts'
import type { PlotData } from './plot-data.ts'
import { plotPicture } from './plot-picture.ts'

interface Props {
  data: PlotData
  look: Pick<Look, 'isLogX' | 'isLogY' | 'marks'>
  file: Upload
}

const ICON = { size: 16, 'aria-hidden': true } as const

/** What one does with a plot: all of it as a picture, not only what is zoomed. */
export function PlotActions({ data, look, file }: Props) {
  const text = useMessages(plotMessages)
  const { language } = useLanguage()
  const { show, fail } = useToasts()
  const { userid } = useSession()
  const insert = useInsertIntoText()
  const closeViewer = useCloseViewer()
  const name = text.fileName(nameOf(file).replace(/\.[a-z0-9]+$/i, ''))
  const draw = () => plotPicture(data, { ...look, locale: localeOf(language) })
  const copy = async () => {
    try {
      // Safari wants the promise, not the picture, while it handles the click.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': draw() })])
      show({ message: text.copied })
    } catch {
      show({ message: text.noCopy, tone: 'error' })
    }
  }
  const download = async () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await draw())
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  const insertPicture = async () => {
    const picture = new File([await draw()], name, { type: 'image/png' })
    closeViewer()
    const caption = text.plotOf(data.series.map((one) => one.name).join(', '), data.xName)
    const onSent = (subid: number) => {
      call(uploads.read, { params: { ...fileParams(file), subid } })
        .then(({ data: stored }) => insert?.(stored, `${caption} (${nameOf(file)})`))
        .catch(fail)
    }
    uploadQueue({ type: file.type, id: file.item_id }, userid).add([{ file: picture, name, onSent }])
  }
  const button = { variant: 'default', size: 'sm' } as const
  return (
    <div className={classes.actions}>
      {insert && (
        <Button {...button} leftSection={<FileInput {...ICON} />} onClick={() => void insertPicture().catch(fail)}>
          {text.insert}
        </Button>
      )}
      <Button {...button} leftSection={<Copy {...ICON} />} onClick={() => void copy()}>
        {text.copy}
      </Button>
      <Button {...button} leftSection={<Download {...ICON} />} onClick={() => void download().catch(fail)}>
        {text.download}
      </Button>
    </div>
  )
}
