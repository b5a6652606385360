import { mentionHref } from '@aliquot/contract/mention-text'
import { Anchor } from '@mantine/core'
import { useMemo } from 'react'
import classes from './CommentSection.module.css'
import { commentParts, type Part } from './comment-parts.ts'

/** A comment with links and simple formatting. It is built from nodes, never from HTML. */
export function CommentText({ text, names }: { text: string; names: ReadonlyMap<number, string> }) {
  const parts = useMemo(() => commentParts(text), [text])
  return (
    <div className={classes.text}>
      {parts.map((part, index) => (
        <PartView key={index} part={part} names={names} />
      ))}
    </div>
  )
}

function PartView({ part: { kind, text, userid = 0 }, names }: { part: Part; names: ReadonlyMap<number, string> }) {
  switch (kind) {
    case 'mention': {
      const name = names.get(userid)
      return (
        <a className={classes.mention} href={mentionHref(userid)}>
          {name === undefined ? text : `@${name}`}
        </a>
      )
    }
    case 'link':
      return (
        <Anchor href={text} target="_blank" rel="noopener noreferrer nofollow" inherit underline="always">
          {text}
        </Anchor>
      )
    case 'code':
      return <code>{text}</code>
    case 'bold':
      return <strong>{text}</strong>
    case 'italic':
      return <em>{text}</em>
    default:
      return text
  }
}
