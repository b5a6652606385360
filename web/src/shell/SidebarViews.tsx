import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { ENTRY_TYPES } from '../features/entry-data/entry-types.ts'
import { savedViews, searchOf } from '../features/entry-list/views/views.queries.ts'
import { useMessages } from '../i18n/messages.tsx'
import classes from './Sidebar.module.css'
import { shellMessages } from './shell.messages.ts'

/** The most that leave room for the rest of the sidebar. The list and the palette have them all. */
const MOST = 8

/** Saved views, one click away from every page. */
export function SidebarViews() {
  const text = useMessages(shellMessages)
  const { data: views = [] } = useQuery(savedViews())
  if (views.length === 0) return null
  return (
    <section className={classes.views} aria-label={text.views}>
      <h2 className={classes.group}>{text.views}</h2>
      {views.slice(0, MOST).map((view) => (
        <Link
          key={view.id}
          to={ENTRY_TYPES[view.entity_type].list}
          search={searchOf(view)}
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes.item}
          title={view.name}
        >
          <Bookmark size={18} aria-hidden />
          <span className={classes.label}>{view.name}</span>
        </Link>
      ))}
    </section>
  )
}
