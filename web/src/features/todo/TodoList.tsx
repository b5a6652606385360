import { TO_DO_LIMIT } from '@aliquot/contract/limits'
import { Anchor, Text, TextInput, Title } from '@mantine/core'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { EditableText } from '../../ui/fields/EditableText.tsx'
import { Tick } from '../../ui/fields/Tick.tsx'
import { useLength } from '../../ui/fields/use-length.ts'
import { TodoLink } from '../../ui/layout/TodoLink.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import classes from './TodoList.module.css'
import { todoMessages } from './todo.messages.ts'
import { useTodos } from './todo.queries.ts'

const MOST_SHOWN = 8

/** The person's to-do list. `isWhole` shows all of it, on its own page. */
export function TodoList({ isWhole = false }: { isWhole?: boolean }) {
  const text = useMessages(todoMessages)
  const heading = useId()
  const { todos, tick, rename } = useTodos()
  const [showsAll, setShowsAll] = useState(isWhole)
  const shown = showsAll ? todos : todos?.slice(0, MOST_SHOWN)
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h5" id={heading} mb="xs">
        {isWhole ? text.own : <TodoLink>{text.title}</TodoLink>}
      </Title>
      <div className={classes.box}>
        <TodoInput />
        {shown && shown.length > 0 && (
          <ul className={classes.list} aria-labelledby={heading}>
            {shown.map((todo) => (
              <li key={todo.id} className={classes.row}>
                <Tick label={text.tick(todo.body)} isTicked={false} tick={() => tick(todo)} />
                <span className={classes.words}>
                  <EditableText
                    value={todo.body}
                    label={text.rename(todo.body)}
                    limit={TO_DO_LIMIT}
                    save={(body) => rename({ id: todo.id, body })}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {todos && shown && todos.length > shown.length && (
        <Anchor component="button" type="button" size="sm" mt="2xs" onClick={() => setShowsAll(true)}>
          {text.showAll(todos.length)}
        </Anchor>
      )}
      {todos?.length === 0 && (
        <Text size="xs" c="var(--quiet)" mt="2xs">
          {text.hint}
        </Text>
      )}
    </section>
  )
}

function TodoInput() {
  const text = useMessages(todoMessages)
  const { fail } = useToasts()
  const { add } = useTodos()
  const [typed, setTyped] = useState('')
  const length = useLength(typed, TO_DO_LIMIT)
  const press = (event: KeyboardEvent) => {
    const content = typed.trim()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || content === '' || length.isTooLong) return
    setTyped('')
    add(content).catch((error) => {
      // The words go back into the field.
      setTyped((since) => (since === '' ? content : `${content} ${since}`))
      fail(error)
    })
  }
  return (
    <TextInput
      variant="unstyled"
      classNames={{ input: classes.input }}
      aria-label={text.add}
      placeholder={text.placeholder}
      leftSection={<Plus size={16} aria-hidden="true" />}
      leftSectionWidth={40}
      autoComplete="off"
      enterKeyHint="enter"
      {...length.props}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
    />
  )
}
