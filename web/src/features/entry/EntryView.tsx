import type { Entity } from '@aliquot/contract/entities'
import { memo, useRef, useState } from 'react'
import { isNewEntry } from '../../api/new-entries.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { CommentSection } from '../comments/CommentSection.tsx'
import { EntryBody } from '../editor/EntryBody.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import type { EntryAction } from '../entry-data/entry-action.ts'
import { useEntryOfTypeMessages } from '../entry-data/entry-of-type.messages.ts'
import { isTemplateType } from '../entry-data/entry-types.ts'
import { ExtraFields } from '../extra-fields/ExtraFields.tsx'
import { RequiredFields } from '../extra-fields/RequiredFields.tsx'
import { loadFiles } from '../files/load-files.ts'
import { LinkSection } from '../links/LinkSection.tsx'
import { linkMessages } from '../links/links.messages.ts'
import type { Heading } from '../rendered-text/headings.ts'
import { RequestLines } from '../requests/RequestLines.tsx'
import { useEntryDraft } from '../saving/use-entry-draft.ts'
import { useKeptFields } from '../saving/use-kept-fields.ts'
import { StepSection } from '../steps/StepSection.tsx'
import { askForStep } from '../steps/step-request.ts'
import { stepMessages } from '../steps/steps.messages.ts'
import { usePastAddress } from '../timeline/past-address.ts'
import { EntryBanner } from './EntryBanner.tsx'
import { EntryDetails } from './EntryDetails.tsx'
import { EntryHeader } from './EntryHeader.tsx'
import { EntryTitle } from './EntryTitle.tsx'
import classes from './EntryView.module.css'
import { KeptProblems } from './KeptProblems.tsx'
import { Outline } from './outline/Outline.tsx'
import { outlineMessages } from './outline/outline.messages.ts'
import { useHeadings } from './outline/use-headings.ts'
import { PrintedFacts } from './printing/PrintedFacts.tsx'
import { type EntryDialog, useEntryActions } from './use-entry-actions.ts'
import { RANKS, useEntryCommands } from './use-entry-commands.ts'
import { FOCUS_KEYS, useFocusMode } from './use-focus-mode.ts'
import { useRail } from './use-rail.ts'
import { EDIT_KEY, useReading } from './use-reading.ts'
import { useScrolledPast } from './use-scrolled-past.ts'
import { useShownFirst } from './use-shown-first.ts'

const TimelinePanel = onDemand(async () => (await import('../timeline/TimelinePanel.tsx')).TimelinePanel)

const PastView = onDemand(async () => (await import('../timeline/PastView.tsx')).PastView)

const RequestDialog = onDemand(async () => (await import('../requests/RequestDialog.tsx')).RequestDialog)

const ExportDialog = onDemand(async () => (await import('../exports/ExportDialog.tsx')).ExportDialog)

const JsonDialog = onDemand(async () => (await import('../extra-fields/JsonDialog.tsx')).JsonDialog)

const FileSection = onDemand(async () => (await loadFiles()).FileSection)

const NONE: readonly Heading[] = []
const NO_ACTIONS: readonly EntryAction[] = []

/** Memoised: these do not show the title, so they need not render at every key in it. */
const Details = memo(EntryDetails)
const Fields = memo(ExtraFields)
const Comments = memo(CommentSection)
const Steps = memo(StepSection)
const Files = memo(FilesWhenThere)
const Links = memo(LinkSection)
const Required = memo(RequiredFields)

export function EntryView({ entry, etag }: { entry: Entity; etag: string }) {
  const text = useMessages(entryMessages)
  const { add: addStep } = useMessages(stepMessages)
  const { add: addLink } = useMessages(linkMessages)
  const { title: outline } = useMessages(outlineMessages)
  const { this: group } = useEntryOfTypeMessages(entry.type)
  const draft = useEntryDraft(entry, etag)
  const kept = useKeptFields(entry, etag)
  const { rights, allRights, edit } = useReading(entry, group)
  const [dialog, setDialog] = useState<EntryDialog>()
  const isNew = isNewEntry(entry.id)
  const allActions = useEntryActions(entry, rights, setDialog)
  const actions = isNew ? NO_ACTIONS : allActions
  const comment = useRef<HTMLTextAreaElement>(null)
  const link = useRef<HTMLInputElement>(null)
  const rail = useRail()
  const { asOf, show } = usePastAddress()
  const isPast = asOf !== undefined && !isNew
  const [showsHistory, setShowsHistory] = useState(isPast && rail.hasRoom)
  const focusMode = useFocusMode(group)
  const historyButton = useRef<HTMLButtonElement>(null)
  const problems = useRef<HTMLUListElement>(null)
  const closeHistory = () => {
    setShowsHistory(false)
    // The focus returns to where it came from.
    historyButton.current?.focus({ preventScroll: true })
  }
  const leavePast = () => {
    show(undefined)
    historyButton.current?.focus({ preventScroll: true })
  }
  const titleEnd = useRef<HTMLDivElement>(null)
  const isScrolled = useScrolledPast(titleEnd)
  const body = useRef<HTMLDivElement>(null)
  const headings = useHeadings(body)
  const closeDialog = () => setDialog(undefined)
  const where = rail.isShown ? 'below' : 'beside'
  const toggleHistory = () => setShowsHistory((before) => !before)
  // The history covers what is beside the text.
  const isLinkCovered = showsHistory && rail.isShown
  const uncover = () => {
    if (isPast) show(undefined)
    if (focusMode.isOn) focusMode.toggle()
  }
  const goTo = useShownFirst(isPast || focusMode.isOn, uncover)
  const goToLink = useShownFirst(isPast || focusMode.isOn || isLinkCovered, () => {
    uncover()
    if (isLinkCovered) setShowsHistory(false)
  })
  const writeComment = () => goTo(() => comment.current?.focus())
  const writeStep = () => goTo(() => askForStep())
  const writeLink = () => goToLink(() => link.current?.focus())

  usePageTitle(draft.title)
  useShortcuts(
    {
      ...(!isNew && { h: { label: text.history, run: toggleHistory } }),
      m: { label: text.writeComment, run: writeComment },
      ...(!rights.isReadOnly && {
        s: { label: addStep, run: writeStep },
        l: { label: addLink, run: writeLink },
      }),
    },
    group,
  )
  useEntryCommands(kept.entry, rights.isReadOnly, [
    ...(isNew
      ? []
      : [{ id: 'entry-history', label: text.history, rank: RANKS.history, keys: 'h', run: toggleHistory }]),
    ...(edit ? [{ id: 'entry-edit', label: text.edit, keys: EDIT_KEY, run: edit }] : []),
    { id: 'entry-comment', label: text.writeComment, keys: 'm', run: writeComment },
    ...(rights.isReadOnly
      ? []
      : [
          { id: 'entry-step', label: addStep, keys: 's', run: writeStep },
          { id: 'entry-link', label: addLink, keys: 'l', run: writeLink },
        ]),
    { id: 'entry-focus', label: focusMode.label, keys: FOCUS_KEYS, words: 'zen', run: focusMode.toggle },
    ...(rail.hasRoom ? [{ id: 'entry-details', label: text.moveDetails[where], run: rail.toggle }] : []),
    ...actions.map(({ id, label, run }) => ({ id: `entry-${id}`, label, rank: RANKS[id], run })),
  ])

  const details = <Details entry={kept.entry} isReadOnly={rights.isReadOnly} />
  const fields = <Fields entry={kept.entry} isReadOnly={rights.isReadOnly} />
  const links = <Links entry={entry} isReadOnly={rights.isReadOnly} inputRef={link} />
  return (
    <div className={classes.layout} data-history={(showsHistory && rail.hasRoom) || undefined}>
      <article className={classes.page} aria-label={draft.title} data-rail={rail.isShown || undefined} data-room>
        <EntryHeader
          entry={kept.entry}
          draft={draft}
          fieldStatus={kept.status}
          showProblems={kept.problems.length > 0 ? () => problems.current?.focus() : undefined}
          rights={rights}
          actions={actions}
          showsHistory={showsHistory}
          toggleHistory={toggleHistory}
          historyRef={historyButton}
          isScrolled={isScrolled && !isPast}
          headings={rail.isShown && !showsHistory ? NONE : headings}
          rail={rail}
          focusMode={focusMode}
        />
        <EntryBanner entry={entry} rights={rights} actions={actions} edit={edit} />
        <RequestLines entry={entry} actions={actions} />
        {!rights.isReadOnly && !isTemplateType(entry.type) && <Required entry={kept.entry} />}
        <KeptProblems kept={kept} listRef={problems} />
        {isPast && (
          <PastView
            {...{ entry, asOf }}
            canRestore={!allRights.isReadOnly}
            hasPanel={showsHistory && rail.hasRoom}
            leave={leavePast}
            giveUp={leavePast}
          />
        )}
        {/* Hidden, not removed: what is being typed stays. */}
        <div className={classes.columns} hidden={isPast}>
          <div className={classes.main}>
            <EntryTitle type={entry.type} draft={draft} isReadOnly={rights.isReadOnly} />
            <div ref={titleEnd} data-in-focus />
            {!rail.isShown && details}
            <PrintedFacts entry={kept.entry} title={draft.title} />
            <div className={classes.body} ref={body} data-tour="text">
              <EntryBody entry={entry} draft={draft} readOnly={rights.isReadOnly} />
            </div>
            <Steps entry={entry} isReadOnly={rights.isReadOnly} />
            {!rail.isShown && fields}
            <Files entry={entry} isReadOnly={rights.isReadOnly} />
            {!rail.isShown && links}
            <Comments entry={entry} inputRef={comment} />
          </div>
          {rail.isShown && (
            <div className={classes.rail} hidden={showsHistory} data-room-end>
              {details}
              {headings.length > 0 && (
                <section className="no-print">
                  <h2 className={classes.railTitle}>{outline}</h2>
                  <Outline headings={headings} />
                </section>
              )}
              {fields}
              {links}
            </div>
          )}
        </div>
      </article>
      {dialog === 'ask' && <RequestDialog entry={entry} close={closeDialog} giveUp={closeDialog} />}
      {dialog === 'export' && <ExportDialog entry={entry} close={closeDialog} giveUp={closeDialog} />}
      {dialog === 'json' && (
        <JsonDialog entry={kept.entry} isReadOnly={rights.isReadOnly} close={closeDialog} giveUp={closeDialog} />
      )}
      {showsHistory && (
        <TimelinePanel
          entry={entry}
          canRestore={!allRights.isReadOnly}
          isDrawer={!rail.hasRoom}
          close={closeHistory}
          giveUp={closeHistory}
        />
      )}
    </div>
  )
}

function FilesWhenThere(props: { entry: Entity; isReadOnly: boolean }) {
  const room = <RoomForFiles count={props.entry.uploads.length} isReadOnly={props.isReadOnly} />
  return <FileSection {...props} fallback={room} />
}

/** Reserves room, so that what is below does not jump when the files load. */
function RoomForFiles({ count, isReadOnly }: { count: number; isReadOnly: boolean }) {
  const head = count > 0 ? 2.25 : 0
  const adding = isReadOnly ? 0 : 2.5
  return <div className={classes.files} style={{ minHeight: `${head + 3.25 * count + adding}rem` }} />
}
