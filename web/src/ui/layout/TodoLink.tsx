import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './TodoLink.module.css'

/** The title of a dashboard section that links to the full page. */
export function TodoLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/to-do" className={classes.link}>
      {children}
    </Link>
  )
}
