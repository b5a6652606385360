import type { Upload } from '@aliquot/contract/uploads'
import { useMessages } from '../../../i18n/messages.tsx'
import { kindOf } from './file-kind.ts'
import { JsonView } from './JsonView.tsx'
import { MarkdownView } from './MarkdownView.tsx'
import { MediaView } from './MediaView.tsx'
import { NoView } from './NoView.tsx'
import { PictureView } from './PictureView.tsx'
import { PagesView } from './pages/PagesView.tsx'
import { TextView } from './TextView.tsx'
import { TableView } from './table/TableView.tsx'
import { viewerMessages } from './viewer.messages.ts'

const VIEWS = {
  picture: PictureView,
  pages: PagesView,
  table: TableView,
  markdown: MarkdownView,
  json: JsonView,
  text: TextView,
  audio: MediaView,
  video: MediaView,
  other: OtherView,
} as const

export function FileContent({ file }: { file: Upload }) {
  const View = VIEWS[kindOf(file)]
  return <View file={file} />
}

function OtherView({ file }: { file: Upload }) {
  const { noView } = useMessages(viewerMessages)
  return <NoView file={file} why={noView} />
}
