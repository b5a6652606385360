import { Anchor } from '@mantine/core'
import { useMemo } from 'react'
import classes from './CommentSection.module.css'
import { commentParts, type Part } from './comment-parts.ts'

/** A comment with links and simple formatting. It is built from nodes, never from HTML. */
export function CommentText({ text }: { text: string }) {
  const parts = useMemo(() => commentParts(text), [text])
  return (
    <div className={classes.text}>
      {parts.map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </div>
  )
}

function PartView({ part: { kind, text } }: { part: Part }) {
  switch (kind) {
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
