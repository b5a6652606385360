import { Title } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import classes from '../../ui/layout/panels.module.css'
import { AskedOfMe } from '../requests/AskedOfMe.tsx'
import { RunningSteps } from '../steps/RunningSteps.tsx'
import { TodoList } from './TodoList.tsx'
import { todoMessages } from './todo.messages.ts'

/** All that is to do: requests, unfinished steps, and the person's own list. */
export function TodoPage() {
  const text = useMessages(todoMessages)
  usePageTitle(text.title)
  return (
    <div className={classes.page}>
      <Title order={1} size="h2" mb="lg">
        {text.title}
      </Title>
      <div className={classes.sections}>
        <div className={classes.column}>
          <AskedOfMe isWhole />
          <RunningSteps isWhole />
        </div>
        <div className={classes.column}>
          <TodoList isWhole />
        </div>
      </div>
    </div>
  )
}
