import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './TodoLink.module.css'

/** The title of a part of the dashboard that leads to the page where all of it stands. */
export function TodoLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/to-do" className={classes.link}>
      {children}
    </Link>
  )
}
