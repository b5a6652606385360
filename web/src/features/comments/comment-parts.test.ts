import { expect, test } from 'vitest'
import { commentParts } from './comment-parts.ts'

const shapes = (comment: string) =>
  commentParts(comment).map(({ kind, text }) => (kind === 'text' ? text : [kind, text]))

test.each<[string, unknown[]]>([
  ['plain', ['plain']],
  ['see https://a.example/b?c=1.', ['see ', ['link', 'https://a.example/b?c=1'], '.']],
  ['(https://a.example/x_(y))', ['(', ['link', 'https://a.example/x_(y)'], ')']],
  ['run `rm -rf *x*` now', ['run ', ['code', 'rm -rf *x*'], ' now']],
  ['*very* _much_ so', [['bold', 'very'], ' ', ['italic', 'much'], ' so']],
  ['*two words*', [['bold', 'two words']]],
  ['snake_case_name and 3*4*5', ['snake_case_name and 3*4*5']],
  ['* not bold *', ['* not bold *']],
  ['javascript:alert(1)', ['javascript:alert(1)']],
  ['<img src=x onerror=alert(1)>', ['<img src=x onerror=alert(1)>']],
  ['a\nb', ['a\nb']],
])('%s', (comment, parts) => {
  expect(shapes(comment)).toEqual(parts)
})

test('nothing but marks gets lost', () => {
  const comment = 'x *b* `c` _i_ https://e.example/.\n\n*open _open `open'
  expect(
    commentParts(comment)
      .map(({ text }) => text)
      .join(''),
  ).toBe('x b c i https://e.example/.\n\n*open _open `open')
})

test('a mention is a part of its own, and a link that only looks like one is text', () => {
  expect(commentParts('see [@Ada *L*](/people/3) [@x](/people/0)[@y](http://a.b)')).toEqual([
    { kind: 'text', text: 'see ' },
    { kind: 'mention', text: '@Ada *L*', userid: 3 },
    { kind: 'text', text: ' ' },
    { kind: 'text', text: '[@x](/people/0)' },
    { kind: 'text', text: '[@y](' },
    { kind: 'link', text: 'http://a.b' },
    { kind: 'text', text: ')' },
  ])
})
