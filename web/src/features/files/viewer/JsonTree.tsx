import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import classes from './JsonTree.module.css'
import { childrenOf, countIn, isOpenable, JsonPart, WrittenNumber } from './json-text.ts'
import { viewerMessages } from './viewer.messages.ts'

/** A JSON value as a tree; closed branches are not rendered. */
export function JsonTree({ value }: { value: unknown }) {
  if (!isOpenable(value)) return <Value value={value} />
  return <Branch value={value} depth={0} />
}

const MOST_OPENED = 20

function Branch({ name, value, depth }: { name?: string; value: object; depth: number }) {
  const text = useMessages(viewerMessages)
  const count = countIn(value)
  const [isOpen, setOpen] = useState(depth === 0 || (depth === 1 && count <= MOST_OPENED))
  const [opening, closing] = Array.isArray(value) ? '[]' : value instanceof JsonPart ? '  ' : '{}'
  return (
    <details className={classes.branch} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name !== undefined && <span className={classes.name}>{name}: </span>}
        <span className={classes.kind}>
          {opening}
          {isOpen ? '' : '…'}
          {closing} {text.items(count)}
        </span>
      </summary>
      {isOpen && (
        <ul>
          {childrenOf(value).map((child) => (
            <li key={child.name}>
              {isOpenable(child.value) ? (
                <Branch name={child.name} value={child.value} depth={depth + 1} />
              ) : (
                <>
                  <span className={classes.name}>{child.name}: </span>
                  <Value value={child.value} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function Value({ value }: { value: unknown }) {
  const kind = value === null ? 'null' : value instanceof WrittenNumber ? 'number' : typeof value
  return <span className={classes[kind]}>{value instanceof WrittenNumber ? value.text : JSON.stringify(value)}</span>
}
