import type { ElementContent, RootContent } from 'hast'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import fortran from 'highlight.js/lib/languages/fortran'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import julia from 'highlight.js/lib/languages/julia'
import latex from 'highlight.js/lib/languages/latex'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import matlab from 'highlight.js/lib/languages/matlab'
import perl from 'highlight.js/lib/languages/perl'
import powershell from 'highlight.js/lib/languages/powershell'
import python from 'highlight.js/lib/languages/python'
import r from 'highlight.js/lib/languages/r'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import type { Piece } from './colour-code.ts'

const lowlight = createLowlight({
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  fortran,
  go,
  ini,
  java,
  javascript,
  json,
  julia,
  latex,
  makefile,
  markdown,
  matlab,
  perl,
  powershell,
  python,
  r,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
})

/** The coloured pieces of a code; none for unknown languages. Loaded with the first code block. */
export function findPieces(language: string, code: string): Piece[] {
  if (!lowlight.registered(language)) return []
  const pieces: Piece[] = []
  let at = 0
  const walk = (nodes: readonly (RootContent | ElementContent)[], kind: string | undefined) => {
    for (const node of nodes) {
      if (node.type === 'element') walk(node.children, kindOf(node.properties.className) ?? kind)
      else if (node.type === 'text') {
        if (kind) pieces.push({ from: at, to: at + node.value.length, kind })
        at += node.value.length
      }
    }
  }
  walk(lowlight.highlight(language, code).children, undefined)
  return pieces
}

/** Few colours, each with a meaning; finer distinctions of the grammars stay plain. */
const KINDS: Readonly<Record<string, string>> = {
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  keyword: 'keyword',
  literal: 'keyword',
  operator: 'keyword',
  'selector-tag': 'keyword',
  name: 'keyword',
  section: 'keyword',
  string: 'string',
  regexp: 'string',
  addition: 'string',
  code: 'string',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  link: 'number',
  title: 'title',
  built_in: 'title',
  type: 'title',
  'selector-class': 'title',
  'selector-id': 'title',
  attr: 'variable',
  attribute: 'variable',
  variable: 'variable',
  'template-variable': 'variable',
  property: 'variable',
  meta: 'meta',
  deletion: 'deletion',
}

function kindOf(classes: unknown): string | undefined {
  const names: unknown[] = Array.isArray(classes) ? classes : []
  return names.map((name) => KINDS[String(name).replace(/^hljs-/, '')]).find((kind) => kind !== undefined)
}
