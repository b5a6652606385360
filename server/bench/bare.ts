import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A comment as the API answers it, so that the bare server sends the same bytes. */
const COMMENT = {
  id: 31,
  created_at: '2026-05-11 14:03:22',
  modified_at: '2026-05-11 14:03:22',
  item_id: 128,
  comment: 'Buffer was prepared with the old stock.',
  userid: 4,
  immutable: 0,
  fullname: 'Ada Moreau',
  firstname: 'Ada',
  lastname: 'Moreau',
  orcid: null,
  email: 'ada@example.org',
}

/** The least that Node can do: no routing, no login, no database, no log. Prints its port. */
export function bareServer(): void {
  const server = createServer((_request, response) => {
    const body = JSON.stringify(COMMENT)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () =>
    console.log(JSON.stringify({ port: (server.address() as { port: number }).port })),
  )
}

/** Inserts per second with a commit and fsync each, in SQLite's safest mode: what a naive service could reach. */
export function bareInsertsPerSecond(seconds: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-bare-'))
  const db = new DatabaseSync(join(folder, 'bare.db'))
  try {
    db.exec('pragma journal_mode = wal; pragma synchronous = full')
    db.exec(
      'create table comments (id integer primary key, entity_id integer, userid integer, comment text, at text) strict',
    )
    const insert = db.prepare('insert into comments (entity_id, userid, comment, at) values (?, ?, ?, ?)')
    const end = performance.now() + seconds * 1000
    let count = 0
    while (performance.now() < end) {
      insert.run(count, 4, COMMENT.comment, COMMENT.created_at)
      count++
    }
    return count / seconds
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [what, seconds] = process.argv.slice(2)
  if (what === 'inserts') console.log(bareInsertsPerSecond(Number(seconds)))
  else bareServer()
}
