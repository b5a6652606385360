import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/text.tsx'
import { entryListTexts } from './entry-list.text.ts'
import classes from './TemplateKinds.module.css'

/** The two lists of templates stand side by side. */
export function TemplateKinds() {
  const text = useTexts(entryListTexts)
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
