import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { entryListMessages } from './entry-list.messages.ts'
import classes from './TemplateKinds.module.css'

/** The two lists of templates stand side by side. */
export function TemplateKinds() {
  const text = useMessages(entryListMessages)
  return (
    <nav className={classes.kinds} aria-label={text.templateKinds}>
      <Link to="/templates" className={classes.kind}>
        {text.forExperiments}
      </Link>
      <Link to="/resource-templates" className={classes.kind}>
        {text.forResources}
      </Link>
    </nav>
  )
}
